import { getRouteApi } from "@tanstack/react-router";
import { ChevronDown, X } from "lucide-react";
import type { ReactNode } from "react";

import type { FacetCount, IncidentPage, Severity, Status } from "@/api/types";
import { SeverityLabel, StatusLabel } from "@/components/labels";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";

const route = getRouteApi("/incidents");
type FacetName = "service" | "severity" | "status";

const SHOWN: Record<FacetName, (value: string) => ReactNode> = {
  service: (value) => value,
  severity: (value) => <SeverityLabel severity={value as Severity} />,
  status: (value) => <StatusLabel status={value as Status} />,
};

export function Facets({ facets }: { facets: IncidentPage["facets"] }) {
  return (
    <>
      <Facet name="status" counts={facets.status} />
      <Facet name="severity" counts={facets.severity} />
      <Facet name="service" counts={facets.service} />
    </>
  );
}

const ORDER = ["critical", "high", "medium", "low", "open", "investigating", "resolved"];

/** Severities and states in their own order; services as they come, the commonest first. */
function ordered(counts: FacetCount[]): FacetCount[] {
  return counts.toSorted((a, b) => ORDER.indexOf(a.value) - ORDER.indexOf(b.value));
}

function Facet({ name, counts }: { name: FacetName; counts: FacetCount[] }) {
  const chosen = route.useSearch()[name];
  const navigate = route.useNavigate();
  const choose = (value: string | undefined) =>
    void navigate({ search: (previous) => ({ ...previous, [name]: value, page: undefined }) });
  const label = name[0]?.toUpperCase() + name.slice(1);

  if (chosen) {
    return (
      <span className="inline-flex h-8 items-center rounded-md border border-accent bg-accent-soft pl-2.5 text-sm">
        <span className="mr-1.5 text-ink-2">{label}</span>
        {SHOWN[name](chosen)}
        <button
          type="button"
          aria-label={`Remove the filter ${name} ${chosen}`}
          onClick={() => choose(undefined)}
          className="ml-1 grid size-7 place-items-center rounded-md text-ink-2 hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      </span>
    );
  }
  return (
    <Menu
      label={`Only this ${name}`}
      options={ordered(counts).map(({ value, count }) => ({
        value,
        label: (
          <span className="flex items-center gap-4">
            <span className="flex-1">{SHOWN[name](value)}</span>
            <span className="text-xs text-ink-3 tabular">{count}</span>
          </span>
        ),
      }))}
      onChoose={choose}
      trigger={
        <Button disabled={counts.length === 0}>
          {label}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}
