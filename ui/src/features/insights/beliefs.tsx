import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";

import type { Belief, BeliefPoint } from "@/api/types";
import { Mark, relationWords, Trajectory } from "@/components/trajectory";
import { Panel } from "@/components/ui/panel";
import { counted, day, percent } from "@/lib/format";

/** "This fix works for this cause": how firmly it is held, by cause: first what most is known of, then the firmest. */
export function Beliefs({ beliefs }: { beliefs: readonly Belief[] }) {
  return (
    <Panel title="What is believed of fixes" note={counted(beliefs.length, "belief")}>
      {beliefs.length === 0 && (
        <p className="text-ink-3">Nothing yet. A belief forms when a fix of an incident with a known cause is judged.</p>
      )}
      <div className="grid gap-6">
        {byCause(beliefs).map(([cause, members]) => (
          <section key={cause}>
            <h3 className="mb-1 font-medium">{cause}</h3>
            <ul className="divide-y border-y">
              {members.map((belief) => (
                <BeliefItem key={belief.id} belief={belief} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  );
}

function byCause(beliefs: readonly Belief[]): [string, Belief[]][] {
  const groups = new Map<string, Belief[]>();
  for (const belief of beliefs.toSorted((a, b) => b.confidence - a.confidence)) {
    const group = groups.get(belief.cause);
    if (group) group.push(belief);
    else groups.set(belief.cause, [belief]);
  }
  return [...groups].toSorted(([, a], [, b]) => known(b) - known(a));
}

function known(beliefs: readonly Belief[]): number {
  return beliefs.reduce((sum, one) => sum + one.trajectory.length, 0);
}

function BeliefItem({ belief }: { belief: Belief }) {
  return (
    <li>
      <details className="group">
        <summary
          data-row
          className="flex list-none flex-wrap items-center gap-x-3 gap-y-1 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden"
        >
          <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-3 transition-transform group-open:rotate-90" />
          <span className="min-w-0 flex-1 basis-56">{belief.fix}</span>
          <Trajectory belief={belief} width={140} height={36} />
        </summary>
        <Course trajectory={belief.trajectory} />
      </details>
    </li>
  );
}

/** Why it moved; the first mention of the incident leads there. */
function Reason({ point: { reason, by, incident_id: id } }: { point: BeliefPoint }) {
  if (!id) return <>{said(reason, by)}</>;
  const at = reason.indexOf(id);
  const before = at < 0 ? `${reason}, ` : reason.slice(0, at);
  const after = at < 0 ? "" : reason.slice(at + id.length);
  return (
    <>
      {before}
      <Link to="/incidents/$id" params={{ id }} className="font-mono text-xs text-accent hover:underline">
        {id}
      </Link>
      {said(after, by)}
    </>
  );
}

const said = (text: string, by: string | null) => (by && by !== "recurrence" ? `${text} (${by})` : text);

function Course({ trajectory }: { trajectory: readonly BeliefPoint[] }) {
  return (
    <ol className="mb-3 ml-6 grid gap-1.5">
      {trajectory.map((point, index) => (
        <li key={index} className="grid grid-cols-[5.5rem_7.5rem_2.5rem_1fr] items-baseline gap-x-2 max-sm:grid-cols-[5.5rem_1fr]">
          <span className="text-xs text-ink-3 tabular">{day(point.at)}</span>
          <span className="inline-flex items-center gap-1.5 text-xs text-ink-2">
            <svg aria-hidden viewBox="0 0 10 10" className="size-2.5">
              <Mark x={5} y={5} relation={point.relation} />
            </svg>
            {relationWords[point.relation]}
          </span>
          <span className="text-xs font-medium tabular">{percent(point.confidence)}</span>
          <span className="text-ink-2">
            <Reason point={point} />
          </span>
        </li>
      ))}
    </ol>
  );
}
