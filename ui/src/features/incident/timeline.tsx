import { FileText } from "lucide-react";
import type { FormEvent } from "react";

import { api } from "@/api/endpoints";
import { useIncidentChange } from "@/api/mutations";
import type { Incident, StatementKind, TimelineEntry } from "@/api/types";
import { useActor } from "@/app/actor";
import { KindLabel, kindLabels } from "@/components/labels";
import { useNotices } from "@/components/notices";
import { useOpenEvidence } from "@/components/references";
import { Moment } from "@/components/time";
import { Button } from "@/components/ui/button";
import { Select, Textarea } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";

export function TimelineTab({ incident }: { incident: Incident }) {
  return (
    <div className="grid gap-4">
      <Problem incident={incident} />
      <Panel title="Timeline" note={incident.timeline.length}>
        {incident.timeline.length === 0 && <p className="text-ink-3">Nothing has been recorded yet.</p>}
        <ol className="grid gap-4">
          {incident.timeline.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </Panel>
      <UpdateForm incident={incident} />
    </div>
  );
}

export function Problem({ incident }: { incident: Incident }) {
  return (
    <Panel title="Problem">
      <p className="max-w-[75ch] whitespace-pre-line">{incident.problem || "Not described."}</p>
      {incident.symptoms.length > 0 && (
        <ul aria-label="Symptoms" className="mt-3 flex flex-wrap gap-1.5">
          {incident.symptoms.map((symptom) => (
            <li key={symptom} className="rounded-sm border bg-sunken px-1.5 py-0.5 text-xs text-ink-2">
              {symptom}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const open = useOpenEvidence();
  const evidence = entry.evidence_id;
  return (
    <li className="relative pl-5 not-last:before:absolute not-last:before:top-3 not-last:before:-bottom-6 not-last:before:left-[3px] not-last:before:w-px not-last:before:bg-line-strong">
      <span aria-hidden className="absolute top-[7px] left-0 size-[7px] rounded-full bg-line-strong ring-3 ring-surface" />
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
        <Moment at={entry.at} />
        <KindLabel kind={entry.kind} />
        {entry.by && <span>{entry.by}</span>}
        {evidence && (
          <button
            type="button"
            data-row
            onClick={() => open(evidence)}
            className="inline-flex items-center gap-1 rounded-sm px-1 text-accent hover:bg-accent-soft"
          >
            <FileText aria-hidden className="size-3" />
            Record
          </button>
        )}
      </p>
      <p className="mt-0.5 max-w-[90ch]">{entry.text}</p>
    </li>
  );
}

function UpdateForm({ incident }: { incident: Incident }) {
  const { act } = useActor();
  const notices = useNotices();
  const change = useIncidentChange(incident.id);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const text = String(fields.get("text") ?? "").trim();
    const kind = String(fields.get("kind")) as StatementKind;
    if (!text) return;
    act((by) =>
      change.mutate(() => api.update(incident.id, { text, kind, at: null, by }), {
        onSuccess: () => {
          form.reset();
          notices.done("Added to the timeline.");
        },
        onError: notices.failed,
      }),
    );
  };
  return (
    <Panel title="Add an update">
      <form onSubmit={submit} className="grid gap-2">
        <Textarea name="text" required aria-label="What happened" placeholder="What happened, what was seen or said" />
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Select name="kind" aria-label="Kind of statement" defaultValue="observed">
            {kindLabels.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Button type="submit" variant="primary" disabled={change.isPending}>
            Add to the timeline
          </Button>
        </div>
      </form>
    </Panel>
  );
}
