import { getRouteApi } from "@tanstack/react-router";

import type { Analysis, Incident } from "@/api/types";
import { cn } from "@/lib/cn";
import { incidentTabs, type IncidentTab } from "./tabs";

const route = getRouteApi("/incidents/$id");

interface TabBarProps {
  chosen: IncidentTab;
  incident: Incident;
  analysis: Analysis | null;
}

/** Links rather than ARIA tabs: each part has its own address. */
export function TabBar({ chosen, incident, analysis }: TabBarProps) {
  const investigation = analysis?.investigation;
  const notes: Partial<Record<IncidentTab, string | number | undefined>> = {
    timeline: incident.timeline.length,
    similar: investigation?.similar.length,
    recall: investigation && `${investigation.recalled} → ${investigation.kept}`,
  };
  return (
    <nav aria-label="Parts of the incident" className="mb-4 flex gap-1 overflow-x-auto overflow-y-hidden border-b">
      {incidentTabs.map((tab) => (
        <route.Link
          key={tab}
          to="."
          search={(previous) => ({ ...previous, tab: tab === "analysis" ? undefined : tab })}
          resetScroll={false}
          aria-current={tab === chosen ? "page" : undefined}
          className={cn(
            "-mb-px flex h-9 items-center gap-1.5 border-b-2 px-2.5 whitespace-nowrap capitalize",
            tab === chosen ? "border-accent font-medium text-ink" : "border-transparent text-ink-2 hover:text-ink",
          )}
        >
          {tab}
          {notes[tab] !== undefined && <span className="text-xs font-normal text-ink-3 tabular">{notes[tab]}</span>}
        </route.Link>
      ))}
    </nav>
  );
}
