import { Link } from "@tanstack/react-router";

import type { TriedBefore as Tried } from "@/api/types";
import { OutcomeLabel } from "@/components/labels";
import { ReferenceList } from "@/components/references";
import { Trajectory } from "@/components/trajectory";
import { Panel } from "@/components/ui/panel";

/** Earlier fixes for the likely cause, the one most believed in first, each with how that belief moved. */
export function TriedBefore({ tried }: { tried: readonly Tried[] }) {
  return (
    <Panel title="Tried before" note={tried.length > 0 ? "most believed in first" : undefined}>
      {tried.length === 0 && <p className="text-ink-3">No earlier incident of this kind records a fix.</p>}
      <ul className="-my-4 divide-y">
        {tried.map((one) => (
          <li key={`${one.incident_id} ${one.fix}`} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-72">
              <p>
                {one.fix}
                <ReferenceList names={one.references} />
              </p>
              <p className="mt-0.5 flex gap-3 text-xs text-ink-2">
                <OutcomeLabel outcome={one.outcome} />
                <Link
                  to="/incidents/$id"
                  params={{ id: one.incident_id }}
                  className="font-mono text-accent hover:underline"
                >
                  {one.incident_id}
                </Link>
              </p>
            </div>
            {one.belief ? (
              <Trajectory belief={one.belief} />
            ) : (
              <span className="text-xs text-ink-3">No belief formed yet</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
