import { ChevronRight } from "lucide-react";

import type { Departure, FunnelStepName, Investigation } from "@/api/types";
import { useOpenEvidence } from "@/components/references";
import { Panel } from "@/components/ui/panel";
import { byReason, narrowings, type Narrowing } from "@/lib/funnel";

const MEANING: Record<FunnelStepName, string> = {
  recall: "What the memory gave for the question, above the floor of relevance",
  compare: "Identity first, then text: restatements are united and counted, differing facts stay apart",
  classify: "Observed, reported and confirmed stay evidence; guesses do not count",
  rank: "Ordered by relevance, confirmation and time; the best go on",
  group: "Grouped by incident; what has none is unlinked evidence",
};

export function Funnel({ investigation }: { investigation: Investigation }) {
  const steps = narrowings(investigation);
  return (
    <Panel
      title={`${investigation.recalled} recalled, ${investigation.kept} kept`}
      note={investigation.question && `asked: ${investigation.question}`}
    >
      {steps.length === 0 && <p className="text-ink-3">Nothing was recalled: this analysis was made without memory.</p>}
      <ol className="grid gap-5">
        {steps.map((step, index) => (
          <Step key={step.step} number={index + 1} step={step} recalled={investigation.recalled} />
        ))}
      </ol>
    </Panel>
  );
}

interface StepProps {
  number: number;
  step: Narrowing;
  recalled: number;
}

function Step({ number, step, recalled }: StepProps) {
  const share = (count: number) => `${(100 * count) / Math.max(1, recalled)}%`;
  return (
    <li>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="font-medium">
          <span className="mr-1.5 text-ink-3">{number}</span>
          <span className="inline-block capitalize">{step.step}</span>
        </h3>
        <p className="text-xs text-ink-3">{MEANING[step.step]}</p>
        <p className="ml-auto text-xs text-ink-2 tabular">
          {step.entered} → <span className="font-semibold text-ink">{step.remained}</span>
        </p>
      </div>
      <div aria-hidden className="mt-1 flex h-2.5 overflow-hidden rounded-sm bg-sunken">
        <div className="bg-accent" style={{ width: share(step.remained) }} />
        <div
          className="bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_3px,transparent_3px_6px)]"
          style={{ width: share(step.departed) }}
        />
      </div>
      <div className="mt-1.5 grid gap-0.5">
        {step.departed === 0 && <p className="text-xs text-ink-3">Nobody left.</p>}
        {byReason(step.departures).map(([reason, departures]) => (
          <Reason key={reason} reason={reason} departures={departures} />
        ))}
      </div>
    </li>
  );
}

function Reason({ reason, departures }: { reason: string; departures: Departure[] }) {
  const open = useOpenEvidence();
  return (
    <details className="group rounded-md">
      <summary data-row className="flex list-none items-center gap-1.5 rounded-md py-0.5 text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-3 transition-transform group-open:rotate-90" />
        <span className="w-7 shrink-0 text-right tabular">{departures.length}</span>
        {reason}
      </summary>
      <ul className="mb-2 ml-5 border-l pl-3">
        {departures.map((one, index) => (
          <li key={`${one.evidence_id} ${index}`}>
            <button
              type="button"
              onClick={() => open(one.evidence_id)}
              className="w-full rounded-sm px-1.5 py-1 text-left text-ink-2 hover:bg-hover hover:text-ink"
            >
              <span className="mr-2 font-mono text-2xs text-ink-3">{one.incident_id ?? "unlinked"}</span>
              {one.text}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
