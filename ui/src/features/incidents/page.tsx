import { getRouteApi, Link } from "@tanstack/react-router";
import { FileUp, Plus, SearchX, Siren } from "lucide-react";

import { useIncidents } from "@/api/queries";
import type { IncidentPage } from "@/api/types";
import { Page } from "@/components/page";
import { SearchBox } from "@/components/search-box";
import { Button } from "@/components/ui/button";
import { Empty, Failure, Loading } from "@/components/ui/states";
import { counted } from "@/lib/format";
import { Facets } from "./facets";
import { IncidentsTable } from "./table";

const route = getRouteApi("/incidents");
const PER_PAGE = 25;

export function IncidentsPage() {
  const { search, service, severity, status, sort, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = {
    search: search ?? "",
    service: service ?? "",
    severity: severity ?? "",
    status: status ?? "",
    sort: sort ?? "-started_at",
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  };
  const { data, error, refetch, isPlaceholderData } = useIncidents(query);
  const filtered = Boolean(search || service || severity || status);
  const setSearch = (text: string) =>
    void navigate({ search: (previous) => ({ ...previous, search: text || undefined, page: undefined }), replace: true });

  return (
    <Page
      title="Incidents"
      actions={
        <Button asChild variant="primary">
          <Link to="/incidents/new">
            <Plus aria-hidden />
            New incident
          </Link>
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchBox value={search ?? ""} onSearch={setSearch} label="Search incidents" className="w-full sm:w-72" />
        {data && <Facets facets={data.facets} />}
        {data && (
          <p role="status" className="ml-auto text-xs text-ink-3 tabular">
            {counted(data.total, "incident")}
          </p>
        )}
      </div>
      {error && <Failure what="The incidents could not be read." error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label="Reading the incidents" rows={10} />}
      {data && data.items.length === 0 && <Nothing filtered={filtered} />}
      {data && data.items.length > 0 && (
        <>
          <IncidentsTable rows={data.items} sort={query.sort} dim={isPlaceholderData} />
          <Pages data={data} page={page} />
        </>
      )}
    </Page>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <Empty
        icon={SearchX}
        title="No incident fits"
        action={
          <Button asChild>
            <Link to="/incidents" search={{}}>
              Clear search and filters
            </Link>
          </Button>
        }
      >
        Fewer words or filters find more. The memory search also finds what was said inside incidents.
      </Empty>
    );
  }
  return (
    <Empty
      icon={Siren}
      title="No incidents yet"
      action={
        <>
          <Button asChild variant="primary">
            <Link to="/import">
              <FileUp aria-hidden />
              Import postmortems
            </Link>
          </Button>
          <Button asChild>
            <Link to="/incidents/new">
              <Plus aria-hidden />
              Enter an incident
            </Link>
          </Button>
        </>
      }
    >
      Bring the postmortems you have, and the next incident starts with what they teach. Alerts arrive by webhook.
    </Empty>
  );
}

function Pages({ data, page }: { data: IncidentPage; page: number }) {
  const last = Math.ceil(data.total / PER_PAGE);
  if (last <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-end gap-2 text-xs text-ink-2 tabular">
      <PageLink to={page - 1} disabled={page <= 1} label="Previous" />
      Page {page} of {last}
      <PageLink to={page + 1} disabled={page >= last} label="Next" />
    </nav>
  );
}

function PageLink({ to, disabled, label }: { to: number; disabled: boolean; label: string }) {
  const navigate = route.useNavigate();
  return (
    <Button
      size="sm"
      disabled={disabled}
      onClick={() => void navigate({ search: (previous) => ({ ...previous, page: to > 1 ? to : undefined }) })}
    >
      {label}
    </Button>
  );
}
