import { Link } from "@tanstack/react-router";

import type { Pattern } from "@/api/types";
import { Panel } from "@/components/ui/panel";
import { counted, day } from "@/lib/format";

export function Patterns({ patterns }: { patterns: readonly Pattern[] }) {
  return (
    <Panel title="What keeps happening" note={counted(patterns.length, "recurring cause")}>
      {patterns.length === 0 && (
        <p className="text-ink-3">No cause has been found twice. Causes count once they are confirmed or reported.</p>
      )}
      <ul className="-my-4 divide-y">
        {patterns.map((pattern) => (
          <li key={pattern.cause} className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 py-4 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <div>
              <p className="text-base font-medium">{pattern.cause}</p>
              <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-3">
                <span className="font-medium text-ink-2">{counted(pattern.incidents.length, "incident")}</span>
                <span className="font-mono">{pattern.services.join(", ")}</span>
                <span>
                  {day(pattern.first)} to {day(pattern.last)}
                </span>
              </p>
            </div>
            <Members pattern={pattern} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Members({ pattern }: { pattern: Pattern }) {
  return (
    <div className="min-w-0">
      <Strip pattern={pattern} />
      <ul className="mt-2">
        {pattern.incidents.map((incident) => (
          <li key={incident.id} className="flex gap-3 py-px">
            <span className="w-[5.5rem] shrink-0 text-xs leading-5 text-ink-3 tabular">{day(incident.started_at)}</span>
            <Link data-row to="/incidents/$id" params={{ id: incident.id }} className="flex min-w-0 gap-2 hover:underline">
              <span className="min-w-12 shrink-0 font-mono text-xs leading-5 text-ink-3">{incident.id}</span>
              <span className="min-w-0 sm:truncate">{incident.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The members along the time between the first and the last; the list beneath says the same in words. */
function Strip({ pattern }: { pattern: Pattern }) {
  const first = Date.parse(pattern.first);
  const span = Date.parse(pattern.last) - first || 1;
  return (
    <div aria-hidden className="relative mx-1 h-3">
      <div className="absolute inset-x-0 top-1.5 h-px bg-line-strong" />
      {pattern.incidents.map((incident) => (
        <span
          key={incident.id}
          className="absolute top-0 size-3 -translate-x-1/2 rounded-full border-2 border-surface bg-accent"
          style={{ left: `${(100 * (Date.parse(incident.started_at) - first)) / span}%` }}
        />
      ))}
    </div>
  );
}
