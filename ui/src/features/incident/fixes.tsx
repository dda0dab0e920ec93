import { ChevronDown, Plus } from "lucide-react";
import { useState, type FormEvent } from "react";

import { api } from "@/api/endpoints";
import { useIncidentChange } from "@/api/mutations";
import type { Fix, FixOutcome, Incident } from "@/api/types";
import { useActor } from "@/app/actor";
import { OutcomeLabel, outcomeLabels } from "@/components/labels";
import { useNotices } from "@/components/notices";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Select, Textarea } from "@/components/ui/field";
import { Menu } from "@/components/ui/menu";
import { Panel } from "@/components/ui/panel";
import { day } from "@/lib/format";

export function Fixes({ incident }: { incident: Incident }) {
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title="Fixes and outcome"
      actions={
        <Button variant="ghost" size="sm" className="-mr-2 text-accent" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Add
        </Button>
      }
    >
      {incident.fixes.length === 0 && (
        <p className="text-ink-3">No fix recorded. What was applied, and whether it worked, is what the next incident asks.</p>
      )}
      <ul className="grid gap-3">
        {incident.fixes.map((fix) => (
          <FixItem key={fix.id} incident={incident} fix={fix} />
        ))}
      </ul>
      <Dialog
        open={adding}
        onOpenChange={setAdding}
        title="Add a fix"
        description="Write what was applied, not what might be."
      >
        <FixForm incident={incident} onDone={() => setAdding(false)} />
      </Dialog>
    </Panel>
  );
}

function FixItem({ incident, fix }: { incident: Incident; fix: Fix }) {
  const { act } = useActor();
  const notices = useNotices();
  const change = useIncidentChange(incident.id);
  const conclude = (outcome: FixOutcome) =>
    act((by) =>
      change.mutate(() => api.concludeFix(incident.id, fix.id, { outcome, by }), {
        onSuccess: () => notices.done("Recorded; what is believed of this fix has moved."),
        onError: notices.failed,
      }),
    );
  return (
    <li>
      <p>{fix.text}</p>
      <div className="mt-0.5 flex items-center gap-1 text-xs text-ink-3">
        <Menu
          label="Did it work?"
          options={outcomeLabels.map(({ value }) => ({ value, label: <OutcomeLabel outcome={value} /> }))}
          value={fix.outcome}
          onChoose={conclude}
          trigger={
            <button
              type="button"
              disabled={change.isPending}
              aria-label={`Outcome of the fix: ${fix.outcome}. Change`}
              className="-ml-1.5 inline-flex h-6 items-center gap-1 rounded-md px-1.5 text-ink-2 hover:bg-hover"
            >
              <OutcomeLabel outcome={fix.outcome} />
              <ChevronDown aria-hidden className="size-3" />
            </button>
          }
        />
        <span>
          {fix.by ?? "Unnamed"}
          {fix.applied_at && `, ${day(fix.applied_at)}`}
        </span>
      </div>
    </li>
  );
}

function FixForm({ incident, onDone }: { incident: Incident; onDone: () => void }) {
  const { act } = useActor();
  const notices = useNotices();
  const change = useIncidentChange(incident.id);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = String(form.get("text") ?? "").trim();
    const outcome = String(form.get("outcome")) as FixOutcome;
    if (!text) return;
    act((by) =>
      change.mutate(() => api.addFix(incident.id, { text, outcome, applied_at: null, by }), {
        onSuccess: onDone,
        onError: notices.failed,
      }),
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="What was applied">{(id) => <Textarea id={id} name="text" required />}</Field>
      <Field label="Did it work?">
        {(id) => (
          <Select id={id} name="outcome" defaultValue="unknown" className="w-full">
            {outcomeLabels.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end" disabled={change.isPending}>
        Add the fix
      </Button>
    </form>
  );
}
