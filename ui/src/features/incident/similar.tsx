import { Link } from "@tanstack/react-router";
import { Equal, EqualNot, Files } from "lucide-react";

import { useAnalysis } from "@/api/queries";
import type { Incident, SimilarIncident, SuggestedFix } from "@/api/types";
import { ConfirmedValue } from "@/components/confirmed";
import { OutcomeLabel, RelationLabel } from "@/components/labels";
import { Trajectory } from "@/components/trajectory";
import { Empty, Failure, Loading } from "@/components/ui/states";
import { day, percent } from "@/lib/format";

export function SimilarTab({ incident }: { incident: Incident }) {
  const { data, error, refetch } = useAnalysis(incident.id);
  if (error) return <Failure what="The comparison could not be read." error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Reading similar incidents" />;
  const similar = data?.investigation.similar ?? [];
  if (similar.length === 0) {
    return (
      <Empty icon={Files} title={data ? "Nothing like it is on record" : "Not analysed yet"}>
        {data
          ? "No earlier incident shares enough with this one. That is an answer too: it is likely to be new."
          : "Similar incidents are found when the incident is analysed."}
      </Empty>
    );
  }
  return (
    <>
      <p className="mb-3 text-xs text-ink-3">
        In the order of how well each answers this incident; “alike” is how much of what was seen they have in common.
      </p>
      <ol className="grid gap-4">
        {similar.map((one) => (
          <Similar key={one.incident_id} one={one} />
        ))}
      </ol>
    </>
  );
}

function Similar({ one }: { one: SimilarIncident }) {
  return (
    <li className="rounded-lg border bg-surface p-4 wrap-anywhere">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RelationLabel relation={one.relation} />
        <span className="text-xs text-ink-3 tabular">{percent(one.likeness)} alike</span>
        <span className="text-xs text-ink-3">{day(one.started_at)}</span>
        <span className="font-mono text-xs text-ink-3">{one.service}</span>
      </div>
      <h2 className="mt-1.5 text-base font-semibold">
        <Link data-row to="/incidents/$id" params={{ id: one.incident_id }} className="hover:underline">
          <span className="mr-2 font-mono text-xs font-normal text-ink-3">{one.incident_id}</span>
          {one.title}
        </Link>
      </h2>
      <div className="mt-3 grid gap-x-6 gap-y-3 @2xl:grid-cols-2">
        <Points title="Shared" icon={Equal} points={one.shared} />
        <Points title="Different" icon={EqualNot} points={one.differing} />
      </div>
      <div className="mt-3 grid gap-x-6 gap-y-3 border-t pt-3 @2xl:grid-cols-2">
        <section>
          <h3 className="mb-1 text-xs font-medium text-ink-3">Its cause</h3>
          <ConfirmedValue value={one.cause} unknown="Never identified" />
        </section>
        <SuggestedFixes fixes={one.fixes} />
      </div>
    </li>
  );
}

function Points({ title, icon: Icon, points }: { title: string; icon: typeof Equal; points: string[] }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-ink-3">{title}</h3>
      {points.length === 0 && <p className="text-ink-3">Nothing known</p>}
      <ul className="flex flex-wrap gap-1.5">
        {points.map((point) => (
          <li key={point} className="flex items-center gap-1.5 rounded border bg-sunken px-1.5 py-0.5 text-xs">
            <Icon aria-hidden className="size-3 shrink-0 text-ink-3" />
            {point}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SuggestedFixes({ fixes }: { fixes: SuggestedFix[] }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-ink-3">Fixes for that cause, most believed in first</h3>
      {fixes.length === 0 && <p className="text-ink-3">None recorded</p>}
      <ol className="grid gap-2">
        {fixes.map((fix) => (
          <li key={fix.fix} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <div className="min-w-0 flex-1 basis-60">
              <p>{fix.fix}</p>
              <OutcomeLabel outcome={fix.outcome} className="text-xs text-ink-2" />
            </div>
            {fix.belief && <Trajectory belief={fix.belief} width={72} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
