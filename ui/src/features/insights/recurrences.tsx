import { Link } from "@tanstack/react-router";

import type { Recurrence } from "@/api/types";
import { Panel } from "@/components/ui/panel";

interface RecurrencesProps {
  recurrences: readonly Recurrence[];
  days: number;
}

export function Recurrences({ recurrences, days }: RecurrencesProps) {
  return (
    <Panel title="Fixes that did not hold" note={`followed by a recurrence within ${days} days`}>
      {recurrences.length === 0 ? (
        <p className="text-ink-3">None: no fix was followed by its cause again in this time.</p>
      ) : (
        <div className="-m-4 overflow-x-auto">
          <table className="w-full text-left">
            <thead className="bg-sunken text-xs text-ink-2">
              <tr>
                <th className="h-8 px-4 font-medium">Fix</th>
                <th className="px-4 font-medium">Applied in</th>
                <th className="px-4 font-medium">Recurred as</th>
                <th className="px-4 text-right font-medium">After</th>
              </tr>
            </thead>
            <tbody>
              {recurrences.map((one) => (
                <tr key={`${one.incident_id} ${one.fix} ${one.recurred_as}`} className="border-t">
                  <td className="min-w-56 px-4 py-2">{one.fix}</td>
                  <td className="px-4">
                    <Incident id={one.incident_id} />
                  </td>
                  <td className="px-4">
                    <Incident id={one.recurred_as} />
                  </td>
                  <td className="px-4 text-right whitespace-nowrap tabular">{Math.round(one.days)} days</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function Incident({ id }: { id: string }) {
  return (
    <Link to="/incidents/$id" params={{ id }} className="font-mono text-xs whitespace-nowrap text-accent hover:underline">
      {id}
    </Link>
  );
}
