import { Link } from "@tanstack/react-router";
import { ChevronDown, GitCompareArrows, Sparkles } from "lucide-react";

import { api } from "@/api/endpoints";
import { useAnalysisChange, useIncidentChange } from "@/api/mutations";
import type { Incident, Status } from "@/api/types";
import { useActor } from "@/app/actor";
import { SeverityLabel, StatusLabel } from "@/components/labels";
import { useNotices } from "@/components/notices";
import { Moment } from "@/components/time";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { between, since } from "@/lib/format";

const STATUSES: Status[] = ["open", "investigating", "resolved"];

export function IncidentHeader({ incident, analysed }: { incident: Incident; analysed: boolean }) {
  return (
    <header className="mb-5">
      <p className="mb-1 flex items-center gap-2 text-xs text-ink-3">
        <Link to="/incidents" className="hover:text-ink hover:underline">
          Incidents
        </Link>
        <span aria-hidden>/</span>
        <span className="font-mono">{incident.id}</span>
      </p>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <h1 className="min-w-0 flex-1 basis-80 text-xl font-semibold tracking-tight">{incident.title}</h1>
        <HeaderActions incident={incident} analysed={analysed} />
      </div>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-5 gap-y-1.5 text-ink-2">
        <StatusMenu incident={incident} />
        <SeverityLabel severity={incident.severity} />
        <Link to="/incidents" search={{ service: incident.service }} className="min-w-0 font-mono text-xs wrap-anywhere hover:underline">
          {incident.service}
        </Link>
        <span>
          Started <Moment at={incident.started_at} />
        </span>
        <Lasting incident={incident} />
        {incident.occurrences > 1 && <span>{incident.occurrences} occurrences</span>}
      </div>
    </header>
  );
}

function Lasting({ incident }: { incident: Incident }) {
  if (incident.resolved_at) return <span>Lasted {between(incident.started_at, incident.resolved_at)}</span>;
  return <span>Going on for {since(incident.started_at)}</span>;
}

function HeaderActions({ incident, analysed }: { incident: Incident; analysed: boolean }) {
  const analyse = useAnalysisChange(incident.id);
  const notices = useNotices();
  const run = () =>
    analyse.mutate(() => api.analyse(incident.id), {
      onSuccess: (made) =>
        notices.done(made.fresh ? "Analysis made." : "Nothing has changed since: the stored analysis still holds."),
      onError: notices.failed,
    });
  return (
    <div className="flex gap-2">
      {analysed && (
        <Button asChild>
          <Link to="/incidents/$id/comparison" params={{ id: incident.id }}>
            <GitCompareArrows aria-hidden />
            Compare
          </Link>
        </Button>
      )}
      <Button onClick={run} disabled={analyse.isPending}>
        <Sparkles aria-hidden />
        {analyse.isPending ? "Analysing …" : analysed ? "Analyse again" : "Analyse"}
      </Button>
    </div>
  );
}

function StatusMenu({ incident }: { incident: Incident }) {
  const { act } = useActor();
  const notices = useNotices();
  const change = useIncidentChange(incident.id);
  const choose = (status: Status) =>
    act((by) => change.mutate(() => api.change(incident.id, { status, by }), { onError: notices.failed }));
  return (
    <Menu
      label="Status"
      options={STATUSES.map((status) => ({ value: status, label: <StatusLabel status={status} /> }))}
      value={incident.status}
      onChoose={choose}
      trigger={
        <button
          type="button"
          aria-label={`Status: ${incident.status}. Change`}
          className="-ml-1.5 inline-flex h-7 items-center gap-1 rounded-md px-1.5 text-ink hover:bg-hover"
        >
          <StatusLabel status={incident.status} />
          <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
        </button>
      }
    />
  );
}
