import { getRouteApi } from "@tanstack/react-router";

import { useInsights, useServices } from "@/api/queries";
import { Page } from "@/components/page";
import { Select } from "@/components/ui/field";
import { Failure, Loading } from "@/components/ui/states";
import { Ask } from "./ask";
import { Beliefs } from "./beliefs";
import { Patterns } from "./patterns";
import { Recurrences } from "./recurrences";

const route = getRouteApi("/insights");
const DAYS = [30, 90, 180, 365];

export function InsightsPage() {
  const { service, days = 90 } = route.useSearch();
  const { data, error, refetch } = useInsights(service, days);
  return (
    <Page
      title="Insights"
      description="What keeps happening, which fixes did not hold, and what is believed of each fix today."
      actions={<Scope />}
    >
      <div className="grid gap-4">
        <Ask service={service ?? null} cause={data?.patterns[0]?.cause} />
        {error && <Failure what="The insights could not be read." error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading label="Looking for patterns" rows={6} />}
        {data && (
          <>
            <Patterns patterns={data.patterns} />
            <Recurrences recurrences={data.recurrences} days={days} />
            <Beliefs beliefs={data.beliefs} />
          </>
        )}
      </div>
    </Page>
  );
}

function Scope() {
  const { service, days = 90 } = route.useSearch();
  const navigate = route.useNavigate();
  const services = useServices();
  return (
    <>
      <Select
        aria-label="Service"
        value={service ?? ""}
        onChange={(event) =>
          void navigate({ search: (previous) => ({ ...previous, service: event.target.value || undefined }) })
        }
      >
        <option value="">All services</option>
        {services.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select
        aria-label="A recurrence counts within"
        value={days}
        onChange={(event) => void navigate({ search: (previous) => ({ ...previous, days: Number(event.target.value) }) })}
      >
        {DAYS.map((count) => (
          <option key={count} value={count}>
            within {count} days
          </option>
        ))}
      </Select>
    </>
  );
}
