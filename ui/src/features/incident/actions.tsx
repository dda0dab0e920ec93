import { Check, CircleCheck, CircleX, X } from "lucide-react";

import { api } from "@/api/endpoints";
import { useAnalysisChange } from "@/api/mutations";
import type { Analysis, ProposedAction } from "@/api/types";
import { useActor } from "@/app/actor";
import { useNotices } from "@/components/notices";
import { ReferencedText } from "@/components/references";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";

export function Actions({ analysis }: { analysis: Analysis }) {
  return (
    <Panel title="Proposed actions" note="nothing is changed by RecallOps itself">
      {analysis.actions.length === 0 && <p className="text-ink-3">None.</p>}
      <ul className="-my-4 divide-y">
        {analysis.actions.map((action) => (
          <li key={action.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
            <p className="min-w-0 flex-1 basis-72">
              <ReferencedText text={action.text} references={action.references} />
            </p>
            <Decision incident={analysis.incident_id} action={action} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Decision({ incident, action }: { incident: string; action: ProposedAction }) {
  const { act } = useActor();
  const notices = useNotices();
  const change = useAnalysisChange(incident);
  const decide = (decision: "accepted" | "rejected") =>
    act((by) => change.mutate(() => api.decide(incident, action.id, { decision, by }), { onError: notices.failed }));

  if (action.decision !== "proposed") {
    const accepted = action.decision === "accepted";
    const Icon = accepted ? CircleCheck : CircleX;
    return (
      <p className="inline-flex items-center gap-1.5 text-xs text-ink-2">
        <Icon aria-hidden className={`size-3.5 ${accepted ? "text-good" : "text-critical"}`} />
        {accepted ? "Accepted" : "Rejected"} by {action.decided_by ?? "someone unnamed"}
      </p>
    );
  }
  return (
    <span className="flex gap-1.5">
      <Button size="sm" disabled={change.isPending} onClick={() => decide("accepted")}>
        <Check aria-hidden />
        Accept
      </Button>
      <Button size="sm" disabled={change.isPending} onClick={() => decide("rejected")}>
        <X aria-hidden />
        Reject
      </Button>
    </span>
  );
}
