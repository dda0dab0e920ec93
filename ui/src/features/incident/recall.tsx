import { Filter } from "lucide-react";

import { useAnalysis } from "@/api/queries";
import type { Evidence, Incident, Investigation } from "@/api/types";
import { KindLabel } from "@/components/labels";
import { Reference } from "@/components/references";
import { Panel } from "@/components/ui/panel";
import { Empty, Failure, Loading } from "@/components/ui/states";
import { counted, day, percent } from "@/lib/format";
import { Funnel } from "./funnel";

export function RecallTab({ incident }: { incident: Incident }) {
  const { data, error, refetch } = useAnalysis(incident.id);
  if (error) return <Failure what="The recall could not be read." error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Reading the recall" />;
  if (data === null) {
    return (
      <Empty icon={Filter} title="Not analysed yet">
        What was recalled, what was kept and what left on the way is shown once the incident has been analysed.
      </Empty>
    );
  }
  return (
    <div className="grid gap-4">
      <Funnel investigation={data.investigation} />
      <Kept investigation={data.investigation} />
    </div>
  );
}

function Kept({ investigation }: { investigation: Investigation }) {
  const evidence = new Map(investigation.evidence.map((one) => [one.ref, one]));
  return (
    <Panel title="Kept" note={`${investigation.kept} in ${counted(investigation.groups.length, "group")}`}>
      <div className="grid gap-5">
        {investigation.groups.map((group) => (
          <section key={group.incident_id ?? "unlinked"}>
            <h3 className="mb-1.5 font-medium">
              {group.incident_id && <span className="mr-2 font-mono text-xs font-normal text-ink-3">{group.incident_id}</span>}
              {group.incident_id ? group.title : "Unlinked evidence"}
            </h3>
            <ul className="grid gap-2">
              {group.evidence.flatMap((ref) => evidence.get(ref) ?? []).map((one) => (
                <KeptEvidence key={one.ref} one={one} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  );
}

function KeptEvidence({ one }: { one: Evidence }) {
  return (
    <li className="grid grid-cols-[3.25rem_1fr] gap-x-2">
      <span>
        <Reference name={one.ref} />
      </span>
      <div>
        <p>{one.text}</p>
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-3 tabular">
          <KindLabel kind={one.kind} />
          <span>{percent(one.relevance)} relevant</span>
          {one.at && <span>{day(one.at)}</span>}
          {one.occurrences > 1 && <span>{one.occurrences} occurrences</span>}
          {one.sources.length > 0 && <span>{one.sources.join(", ")}</span>}
        </p>
      </div>
    </li>
  );
}
