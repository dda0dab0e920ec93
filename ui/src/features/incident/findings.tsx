import { useState, type FormEvent } from "react";

import { api } from "@/api/endpoints";
import { useIncidentChange } from "@/api/mutations";
import type { ConfirmableField, Incident } from "@/api/types";
import { useActor } from "@/app/actor";
import { ConfirmedValue } from "@/components/confirmed";
import { useNotices } from "@/components/notices";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Textarea } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";

const FINDINGS: { field: ConfirmableField; label: string; unknown: string }[] = [
  { field: "root_cause", label: "Root cause", unknown: "Not yet identified" },
  { field: "resolution", label: "Resolution", unknown: "None recorded" },
  { field: "outcome", label: "Outcome", unknown: "Not known yet" },
];

export function Findings({ incident }: { incident: Incident }) {
  const [editing, setEditing] = useState<(typeof FINDINGS)[number] | null>(null);
  return (
    <Panel title="Findings">
      <div className="grid gap-4">
        {FINDINGS.map((finding) => (
          <section key={finding.field} aria-label={finding.label}>
            <div className="mb-0.5 flex items-center justify-between">
              <h3 className="text-xs font-medium text-ink-3">{finding.label}</h3>
              <Button variant="ghost" size="sm" className="-mr-2 h-6 text-accent" onClick={() => setEditing(finding)}>
                {incident[finding.field].confirmed_by ? "Change" : "Confirm"}
                <span className="sr-only"> the {finding.label.toLowerCase()}</span>
              </Button>
            </div>
            <ConfirmedValue value={incident[finding.field]} unknown={finding.unknown} />
          </section>
        ))}
      </div>
      <Dialog
        open={editing !== null}
        onOpenChange={(open) => !open && setEditing(null)}
        title={`Confirm the ${editing?.label.toLowerCase() ?? ""}`}
        description="What you confirm becomes a fact with your name and the time. Later incidents are compared with it."
      >
        {editing && <ConfirmForm incident={incident} field={editing.field} onDone={() => setEditing(null)} />}
      </Dialog>
    </Panel>
  );
}

interface ConfirmFormProps {
  incident: Incident;
  field: ConfirmableField;
  onDone: () => void;
}

function ConfirmForm({ incident, field, onDone }: ConfirmFormProps) {
  const { act } = useActor();
  const notices = useNotices();
  const change = useIncidentChange(incident.id);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get("value") ?? "").trim();
    if (!value) return;
    act((by) =>
      change.mutate(() => api.confirm(incident.id, { field, value, by }), {
        onSuccess: () => {
          notices.done("Confirmed.");
          onDone();
        },
        onError: notices.failed,
      }),
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="In one sentence">
        {(id) => <Textarea id={id} name="value" required defaultValue={incident[field].value ?? ""} />}
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end" disabled={change.isPending}>
        Confirm
      </Button>
    </form>
  );
}
