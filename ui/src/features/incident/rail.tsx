import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import type { Incident } from "@/api/types";
import { Moment } from "@/components/time";
import { Panel } from "@/components/ui/panel";
import { between } from "@/lib/format";
import { Findings } from "./findings";
import { Fixes } from "./fixes";

/** What is settled about the incident, always beside whatever part of it is read. */
export function Rail({ incident }: { incident: Incident }) {
  return (
    <aside aria-label="Settled facts" className="grid content-start gap-4 @2xl:grid-cols-2 @5xl:grid-cols-1">
      <Findings incident={incident} />
      <Fixes incident={incident} />
      <Panel title="Details">
        <dl className="grid grid-cols-[5.5rem_1fr] gap-y-1.5">
          <Detail name="Source">
            {incident.source.kind === "form" ? "Entered by hand" : (incident.source.name ?? incident.source.kind)}
          </Detail>
          {incident.source.fingerprint && (
            <Detail name="Fingerprint">
              <span className="font-mono text-xs break-all">{incident.source.fingerprint}</span>
            </Detail>
          )}
          {incident.detected_at && (
            <Detail name="Detected">
              {detected(incident.started_at, incident.detected_at)}
            </Detail>
          )}
          {incident.resolved_at && (
            <Detail name="Resolved">
              <Moment at={incident.resolved_at} />
            </Detail>
          )}
          {incident.tags.length > 0 && <Detail name="Tags">{incident.tags.join(", ")}</Detail>}
          {incident.similar_to.length > 0 && (
            <Detail name="Similar to">
              <span className="flex flex-wrap gap-x-2">
                {incident.similar_to.map((id) => (
                  <Link key={id} to="/incidents/$id" params={{ id }} className="font-mono text-xs text-accent hover:underline">
                    {id}
                  </Link>
                ))}
              </span>
            </Detail>
          )}
        </dl>
      </Panel>
    </aside>
  );
}

function detected(began: string, at: string): string {
  return Date.parse(at) - Date.parse(began) < 60_000 ? "at once" : `after ${between(began, at)}`;
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
