import { Check, CircleCheck, CircleDashed, CircleX, Minus, Plus, X } from "lucide-react";

import { api } from "@/api/endpoints";
import { useAnalysisChange } from "@/api/mutations";
import type { Analysis, Claim, Hypothesis } from "@/api/types";
import { useActor } from "@/app/actor";
import { useNotices } from "@/components/notices";
import { ClaimText, ReferencedText } from "@/components/references";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { percent } from "@/lib/format";

const VERDICTS = {
  open: { label: "Open", icon: CircleDashed, tone: "text-guess" },
  confirmed: { label: "Confirmed", icon: CircleCheck, tone: "text-good" },
  refuted: { label: "Refuted", icon: CircleX, tone: "text-critical" },
};

export function Hypotheses({ analysis }: { analysis: Analysis }) {
  return (
    <Panel title="Hypotheses" note={analysis.hypotheses.length}>
      {analysis.hypotheses.length === 0 && (
        <p className="text-ink-3">None: nothing that is known points to a cause. What is missing is listed below.</p>
      )}
      <ol className="-my-4 divide-y">
        {analysis.hypotheses.map((hypothesis, index) => (
          <HypothesisItem key={hypothesis.id} number={index + 1} incident={analysis.incident_id} hypothesis={hypothesis} />
        ))}
      </ol>
    </Panel>
  );
}

interface HypothesisItemProps {
  number: number;
  incident: string;
  hypothesis: Hypothesis;
}

function HypothesisItem({ number, incident, hypothesis }: HypothesisItemProps) {
  return (
    <li className="py-4">
      <div className="flex gap-3">
        <span aria-hidden className="w-4 shrink-0 text-right font-medium text-ink-3 tabular">
          {number}
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-medium">
            <ReferencedText text={hypothesis.text} references={[]} />
          </p>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1.5">
            <Confidence value={hypothesis.confidence} />
            <Verdict verdict={hypothesis.verdict} />
            <Judging incident={incident} hypothesis={hypothesis} />
          </div>
          <div className="mt-3 grid gap-x-6 gap-y-3 @2xl:grid-cols-2">
            <Side title="For" icon={Plus} tone="text-good" claims={hypothesis.for} empty="No evidence speaks for it." />
            <Side
              title="Against"
              icon={Minus}
              tone="text-critical"
              claims={hypothesis.against}
              empty="No evidence speaks against it."
            />
          </div>
        </div>
      </div>
    </li>
  );
}

function Confidence({ value }: { value: number }) {
  return (
    <span className="inline-flex items-center gap-2 text-xs text-ink-2">
      <span aria-hidden className="h-1.5 w-20 overflow-hidden rounded-full bg-sunken ring-1 ring-line-strong">
        <span className="block h-full bg-guess" style={{ width: percent(value) }} />
      </span>
      <span className="tabular">{percent(value)} confident</span>
    </span>
  );
}

function Verdict({ verdict }: { verdict: Hypothesis["verdict"] }) {
  const { label, icon: Icon, tone } = VERDICTS[verdict];
  return (
    <span className="inline-flex items-center gap-1 text-xs text-ink-2">
      <Icon aria-hidden className={`size-3.5 ${tone}`} />
      {label}
    </span>
  );
}

function Judging({ incident, hypothesis }: { incident: string; hypothesis: Hypothesis }) {
  const { act } = useActor();
  const notices = useNotices();
  const change = useAnalysisChange(incident);
  const judge = (verdict: "confirmed" | "refuted") =>
    act((by) =>
      change.mutate(() => api.judge(incident, hypothesis.id, { verdict, by }), {
        onSuccess: () => notices.done(verdict === "confirmed" ? "Confirmed: it is a fact now." : "Refuted."),
        onError: notices.failed,
      }),
    );
  if (hypothesis.verdict !== "open") return null;
  return (
    <span className="flex gap-1.5">
      <Button size="sm" disabled={change.isPending} onClick={() => judge("confirmed")}>
        <Check aria-hidden />
        Confirm
      </Button>
      <Button size="sm" disabled={change.isPending} onClick={() => judge("refuted")}>
        <X aria-hidden />
        Refute
      </Button>
    </span>
  );
}

interface SideProps {
  title: string;
  icon: typeof Plus;
  tone: string;
  claims: Claim[];
  empty: string;
}

function Side({ title, icon: Icon, tone, claims, empty }: SideProps) {
  return (
    <section>
      <h3 className="mb-1 flex items-center gap-1 text-xs font-medium text-ink-3">
        <Icon aria-hidden className={`size-3.5 ${tone}`} />
        {title}
      </h3>
      {claims.length === 0 && <p className="text-ink-3">{empty}</p>}
      <ul className="grid gap-1.5">
        {claims.map((claim, index) => (
          <li key={index}>
            <ClaimText claim={claim} />
          </li>
        ))}
      </ul>
    </section>
  );
}
