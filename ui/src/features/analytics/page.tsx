import { getRouteApi } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";

import { useAnalytics } from "@/api/queries";
import type { Analytics } from "@/api/types";
import { Page } from "@/components/page";
import { Select } from "@/components/ui/field";
import { Empty, Failure, Loading } from "@/components/ui/states";
import { hours, month, percent } from "@/lib/format";
import { ChartWithTable } from "./chart-with-table";

const route = getRouteApi("/analytics");
const DAYS = [30, 90, 180, 365];

export function AnalyticsPage() {
  const { days = 365 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useAnalytics(days);
  return (
    <Page
      title="Analytics"
      actions={
        <Select
          aria-label="Period"
          value={days}
          onChange={(event) => void navigate({ search: { days: Number(event.target.value) } })}
        >
          {DAYS.map((count) => (
            <option key={count} value={count}>
              Last {count} days
            </option>
          ))}
        </Select>
      }
    >
      {error && <Failure what="The figures could not be read." error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label="Counting" rows={8} />}
      {data?.incidents === 0 && (
        <Empty icon={ChartNoAxesColumn} title="No incidents in this period">
          Choose a longer period, or import earlier postmortems.
        </Empty>
      )}
      {data && data.incidents > 0 && <Report data={data} />}
    </Page>
  );
}

function Report({ data }: { data: Analytics }) {
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line lg:grid-cols-4">
        <Figure name="Incidents" value={String(data.incidents)} note={`${data.open} not resolved`} />
        <Figure name="Mean time to resolve" value={hours(data.mttr_hours)} note="of resolved incidents" />
        <Figure name="Recurrence rate" value={percent(data.recurrence_rate)} note="share that repeat a known cause" />
        <Figure name="Causes" value={String(data.by_cause.length)} note="identified in this period" />
      </dl>
      <ChartWithTable
        title="By month"
        first="Month"
        rows={data.by_month.map((one) => ({ name: month(one.month), incidents: one.incidents, mttr: one.mttr_hours }))}
        upright
      />
      <ChartWithTable
        title="By service"
        first="Service"
        rows={data.by_service.map((one) => ({ name: one.service, incidents: one.incidents, mttr: one.mttr_hours }))}
      />
      <ChartWithTable
        title="By cause"
        first="Cause"
        rows={data.by_cause.map((one) => ({ name: one.cause, incidents: one.incidents }))}
      />
    </div>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="text-xl font-semibold tracking-tight tabular">{value}</dd>
      <dd className="text-xs text-ink-3">{note}</dd>
    </div>
  );
}
