import { getRouteApi } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";

import type { Investigation } from "@/api/types";
import { narrowings } from "@/lib/funnel";

const route = getRouteApi("/incidents/$id");

/** "126 recalled, 15 kept" in one line, with the way in between; the recall part tells who left. */
export function FunnelStrip({ investigation }: { investigation: Investigation }) {
  const steps = narrowings(investigation);
  return (
    <route.Link
      to="."
      search={(previous) => ({ ...previous, tab: "recall" })}
      className="group block rounded-lg border bg-surface px-4 py-3 hover:border-line-strong"
    >
      <div className="flex flex-wrap items-baseline gap-x-2">
        <p className="font-semibold tabular">
          {investigation.recalled} recalled, {investigation.kept} kept
        </p>
        <span className="ml-auto inline-flex items-center gap-1 text-xs text-accent group-hover:underline">
          Who left, and why
          <ArrowRight aria-hidden className="size-3" />
        </span>
      </div>
      {steps.length > 0 && (
        <ol className="mt-2 grid grid-cols-5 gap-3">
          {steps.map((step) => (
            <li key={step.step}>
              <div className="flex h-5 items-end overflow-hidden rounded-sm bg-sunken" aria-hidden>
                <div
                  className="h-full bg-accent"
                  style={{ width: `${(100 * step.remained) / Math.max(1, investigation.recalled)}%` }}
                />
              </div>
              <p className="mt-1 flex flex-wrap gap-x-1.5 text-xs max-sm:flex-col">
                <span className="text-ink-2 capitalize">{step.step}</span>
                <span className="text-ink-3 tabular">{step.departed > 0 ? `−${step.departed}` : step.remained}</span>
              </p>
            </li>
          ))}
        </ol>
      )}
    </route.Link>
  );
}
