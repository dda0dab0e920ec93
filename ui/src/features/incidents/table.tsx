import { createColumnHelper, flexRender, getCoreRowModel, useReactTable, type Header } from "@tanstack/react-table";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, CircleHelp } from "lucide-react";

import type { IncidentRow } from "@/api/types";
import { Standing } from "@/components/confirmed";
import { SeverityLabel, StatusLabel } from "@/components/labels";
import { Ago } from "@/components/time";
import { cn } from "@/lib/cn";
import { between } from "@/lib/format";

const route = getRouteApi("/incidents");
const column = createColumnHelper<IncidentRow>();

/** Narrow screens keep what an incident is; causes and times come with room. */
const ROOM: Record<string, string> = {
  service: "hidden lg:table-cell",
  severity: "hidden sm:table-cell",
  root_cause: "hidden xl:table-cell",
  lasted: "hidden lg:table-cell",
  started_at: "hidden sm:table-cell",
};

const columns = [
  column.accessor("title", {
    header: "Incident",
    enableSorting: false,
    cell: ({ row }) => <Name incident={row.original} />,
  }),
  column.accessor("service", {
    header: "Service",
    cell: ({ getValue }) => (
      <span title={getValue()} className="block max-w-40 truncate font-mono text-xs leading-5">
        {getValue()}
      </span>
    ),
  }),
  column.accessor("severity", {
    header: "Severity",
    cell: ({ getValue }) => <SeverityLabel severity={getValue()} />,
  }),
  column.accessor("status", {
    header: "Status",
    cell: ({ getValue }) => <StatusLabel status={getValue()} />,
  }),
  column.accessor("root_cause", {
    header: "Root cause",
    enableSorting: false,
    cell: ({ row }) => <Cause incident={row.original} />,
  }),
  column.display({
    id: "lasted",
    header: "Lasted",
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap text-ink-2 tabular">
        {original.resolved_at ? between(original.started_at, original.resolved_at) : "–"}
      </span>
    ),
  }),
  column.accessor("started_at", {
    header: "Started",
    cell: ({ getValue }) => <Ago at={getValue()} />,
  }),
];

interface IncidentsTableProps {
  rows: IncidentRow[];
  sort: string;
  dim: boolean;
}

export function IncidentsTable({ rows, sort, dim }: IncidentsTableProps) {
  const table = useReactTable({
    data: rows,
    columns,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    getRowId: (incident) => incident.id,
  });
  return (
    <div className={cn("overflow-hidden rounded-lg border bg-surface", dim && "opacity-60")}>
      <table className="w-full border-collapse text-left">
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className="border-b bg-sunken text-xs text-ink-2">
              {group.headers.map((header) => (
                <HeadCell key={header.id} header={header} sort={sort} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className="relative border-b align-top last:border-0 focus-within:bg-hover hover:bg-hover">
              {row.getVisibleCells().map((cell) => (
                <td key={cell.id} className={cn("px-3 py-2.5 first:pl-4", ROOM[cell.column.id])}>
                  {flexRender(cell.column.columnDef.cell, cell.getContext())}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeadCell({ header, sort }: { header: Header<IncidentRow, unknown>; sort: string }) {
  const navigate = route.useNavigate();
  const field = header.column.id;
  const room = cn("h-8 px-3 font-medium first:pl-4", ROOM[field]);
  const title = flexRender(header.column.columnDef.header, header.getContext());
  if (!header.column.getCanSort()) return <th className={room}>{title}</th>;

  const direction = sort === field ? "ascending" : sort === `-${field}` ? "descending" : undefined;
  const next = direction === "descending" ? field : `-${field}`;
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th aria-sort={direction ?? "none"} className={room}>
      <button
        type="button"
        className="group inline-flex items-center gap-1 hover:text-ink"
        onClick={() => void navigate({ search: (previous) => ({ ...previous, sort: next, page: undefined }) })}
      >
        {title}
        <Arrow aria-hidden className={cn("size-3", !direction && "opacity-0 group-hover:opacity-60")} />
      </button>
    </th>
  );
}

function Name({ incident }: { incident: IncidentRow }) {
  return (
    <div className="min-w-0">
      <Link
        data-row
        to="/incidents/$id"
        params={{ id: incident.id }}
        className="font-medium wrap-anywhere outline-offset-2 after:absolute after:inset-0 after:content-['']"
      >
        {incident.title}
      </Link>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-ink-3 *:whitespace-nowrap">
        <span className="font-mono">{incident.id}</span>
        <span className="max-w-full truncate font-mono lg:hidden">{incident.service}</span>
        <span className="sm:hidden">
          <SeverityLabel severity={incident.severity} />
        </span>
        <span className="sm:hidden">
          <Ago at={incident.started_at} />
        </span>
        {incident.occurrences > 1 && <span>{incident.occurrences} occurrences</span>}
        {incident.similar_to.length > 0 && (
          <span className="max-sm:hidden" title={incident.similar_to.join(", ")}>
            like {incident.similar_to[0]}
            {incident.similar_to.length > 1 && ` and ${incident.similar_to.length - 1} more`}
          </span>
        )}
      </p>
    </div>
  );
}

function Cause({ incident: { root_cause: cause } }: { incident: IncidentRow }) {
  if (cause.value === null) {
    return (
      <span className="inline-flex items-center gap-1.5 text-ink-3">
        <CircleHelp aria-hidden className="size-3.5" />
        Not yet identified
      </span>
    );
  }
  return (
    <div className="max-w-72">
      <p className="truncate text-ink-2" title={cause.value}>
        {cause.value}
      </p>
      <Standing value={cause} />
    </div>
  );
}
