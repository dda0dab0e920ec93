import { BadgeCheck, CircleHelp, MessageSquareText } from "lucide-react";

import type { Confirmed } from "@/api/types";
import { day } from "@/lib/format";

/** A value with what stands behind it: confirmed by whom and when, only reported, or unknown. */
export function ConfirmedValue({ value, unknown }: { value: Confirmed; unknown: string }) {
  if (value.value === null) {
    return (
      <p className="inline-flex items-center gap-1.5 text-ink-3">
        <CircleHelp aria-hidden className="size-3.5" />
        {unknown}
      </p>
    );
  }
  return (
    <div>
      <p>{value.value}</p>
      <Standing value={value} />
    </div>
  );
}

export function Standing({ value }: { value: Confirmed }) {
  if (value.value === null) return null;
  if (!value.confirmed_by) {
    return (
      <p className="mt-0.5 flex items-center gap-1 text-xs text-ink-3">
        <MessageSquareText aria-hidden className="size-3.5 text-low" />
        Reported, not confirmed
      </p>
    );
  }
  return (
    <p className="mt-0.5 flex items-center gap-1 text-xs text-ink-3">
      <BadgeCheck aria-hidden className="size-3.5 shrink-0 text-good" />
      Confirmed by {value.confirmed_by}
      {value.confirmed_at && `, ${day(value.confirmed_at)}`}
    </p>
  );
}
