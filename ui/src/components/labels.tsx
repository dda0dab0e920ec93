/** What a value means is always said in words and shape; colour only helps. */
import {
  BadgeCheck,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleMinus,
  CircleX,
  Eye,
  Lightbulb,
  MessageSquareText,
  type LucideIcon,
} from "lucide-react";

import type { FixOutcome, Relation, Severity, StatementKind, Status } from "@/api/types";
import { cn } from "@/lib/cn";

interface Look {
  label: string;
  icon: LucideIcon;
  tone: string;
}

const STATUS: Record<Status, Look> = {
  open: { label: "Open", icon: CircleDashed, tone: "text-critical" },
  investigating: { label: "Investigating", icon: CircleDot, tone: "text-high" },
  resolved: { label: "Resolved", icon: CircleCheck, tone: "text-good" },
};

const KIND: Record<StatementKind, Look> = {
  observed: { label: "Observed", icon: Eye, tone: "text-accent" },
  reported: { label: "Reported", icon: MessageSquareText, tone: "text-low" },
  confirmed: { label: "Confirmed", icon: BadgeCheck, tone: "text-good" },
  hypothesis: { label: "Hypothesis", icon: Lightbulb, tone: "text-guess" },
};

const OUTCOME: Record<FixOutcome, Look> = {
  worked: { label: "Worked", icon: CircleCheck, tone: "text-good" },
  partly: { label: "Worked in part", icon: CircleMinus, tone: "text-medium" },
  failed: { label: "Failed", icon: CircleX, tone: "text-critical" },
  unknown: { label: "Not known yet", icon: CircleHelp, tone: "text-low" },
};

const SEVERITY: Record<Severity, { label: string; bars: number; tone: string }> = {
  critical: { label: "Critical", bars: 4, tone: "text-critical" },
  high: { label: "High", bars: 3, tone: "text-high" },
  medium: { label: "Medium", bars: 2, tone: "text-medium" },
  low: { label: "Low", bars: 1, tone: "text-low" },
};

const RELATION: Record<Relation, { label: string; tone: string }> = {
  same_cause: { label: "Same cause", tone: "bg-accent-soft text-accent" },
  recurrence: { label: "Recurrence", tone: "bg-high-soft text-high" },
  same_symptom_other_cause: { label: "Same symptom, other cause", tone: "bg-guess-soft text-guess" },
  similar: { label: "Similar", tone: "bg-low-soft text-low" },
};

export const outcomeLabels = Object.entries(OUTCOME).map(([value, { label }]) => ({
  value: value as FixOutcome,
  label,
}));

export const kindLabels = Object.entries(KIND).map(([value, { label }]) => ({
  value: value as StatementKind,
  label,
}));

function Label({ look: { label, icon: Icon, tone }, className }: { look: Look; className?: string | undefined }) {
  return (
    <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap", className)}>
      <Icon aria-hidden className={cn("size-3.5 shrink-0", tone)} />
      {label}
    </span>
  );
}

export function StatusLabel({ status, className }: { status: Status; className?: string }) {
  return <Label look={STATUS[status]} className={className} />;
}

export function KindLabel({ kind, className }: { kind: StatementKind; className?: string }) {
  return <Label look={KIND[kind]} className={cn("text-xs text-ink-2", className)} />;
}

export function OutcomeLabel({ outcome, className }: { outcome: FixOutcome; className?: string }) {
  return <Label look={OUTCOME[outcome]} className={className} />;
}

export function SeverityLabel({ severity }: { severity: Severity }) {
  const { label, bars, tone } = SEVERITY[severity];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg aria-hidden viewBox="0 0 14 12" className={cn("h-3 w-3.5", tone)}>
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={bar * 3.6}
            y={9 - bar * 3}
            width={2.4}
            height={3 + bar * 3}
            rx={0.8}
            fill="currentColor"
            opacity={bar < bars ? 1 : 0.2}
          />
        ))}
      </svg>
      {label}
    </span>
  );
}

export function RelationLabel({ relation }: { relation: Relation }) {
  const { label, tone } = RELATION[relation];
  return (
    <span className={cn("inline-flex h-5 items-center rounded-sm px-1.5 text-xs font-medium whitespace-nowrap", tone)}>
      {label}
    </span>
  );
}

export function relationLabel(relation: Relation): string {
  return RELATION[relation].label;
}
