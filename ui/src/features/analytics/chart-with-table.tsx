import { Panel } from "@/components/ui/panel";
import { hours } from "@/lib/format";
import { BarsAcross, BarsUpright, type Bar } from "./bars";

export interface Row {
  name: string;
  incidents: number;
  mttr?: number | null;
}

interface ChartWithTableProps {
  title: string;
  /** Heads the first column of the table. */
  first: string;
  rows: readonly Row[];
  /** Columns that stand, for what follows time; bars that lie otherwise. */
  upright?: boolean;
}

/** Pixels of a row of the table, so that columns end where it ends. */
const ROW = 29;

/** Counts and times have their own chart each, and the same figures stand in a table. */
export function ChartWithTable({ title, first, rows, upright = false }: ChartWithTableProps) {
  const timed = rows.some((row) => row.mttr !== undefined);
  const counts: Bar[] = rows.map((row) => ({ name: row.name, value: row.incidents }));
  const times: Bar[] = rows.map((row) => ({ name: row.name, value: row.mttr ?? 0 }));
  const Bars = upright ? BarsUpright : BarsAcross;
  const height = upright ? rows.length * ROW : 0;
  return (
    <Panel title={title}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className={timed ? "grid gap-6 sm:grid-cols-2" : "grid"}>
          <Bars title="Incidents" bars={counts} color="var(--chart-1)" names={timed ? 112 : 220} height={height} />
          {timed && <Bars title="Mean hours to resolve" bars={times} color="var(--chart-2)" decimals={1} height={height} />}
        </div>
        <FigureTable caption={title} first={first} rows={rows} timed={timed} />
      </div>
    </Panel>
  );
}

interface FigureTableProps {
  caption: string;
  first: string;
  rows: readonly Row[];
  timed: boolean;
}

function FigureTable({ caption, first, rows, timed }: FigureTableProps) {
  return (
    <table className="h-fit w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-ink-3">
        <tr>
          <th className="pb-1 font-medium">{first}</th>
          <th className="pb-1 text-right font-medium">Incidents</th>
          {timed && <th className="pb-1 text-right font-medium">MTTR</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-t align-top">
            <td className="py-1 pr-3">{row.name}</td>
            <td className="py-1 text-right tabular">{row.incidents}</td>
            {timed && <td className="py-1 pl-3 text-right whitespace-nowrap tabular">{hours(row.mttr ?? null)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
