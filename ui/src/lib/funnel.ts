import type { Departure, FunnelStep, Investigation } from "@/api/types";

export interface Narrowing {
  step: FunnelStep["step"];
  entered: number;
  remained: number;
  departed: number;
  departures: Departure[];
}

/** What stayed after a step is what entered the next one; after the last it is what was kept. */
export function narrowings({ funnel, kept }: Investigation): Narrowing[] {
  return funnel.map((step, index) => {
    const remained = funnel[index + 1]?.entered ?? kept;
    return {
      step: step.step,
      entered: step.entered,
      remained,
      departed: Math.max(0, step.entered - remained),
      departures: step.departures,
    };
  });
}

/** Departures by reason, the commonest reason first. */
export function byReason(departures: readonly Departure[]): [string, Departure[]][] {
  const groups = new Map<string, Departure[]>();
  for (const departure of departures) {
    const group = groups.get(departure.reason);
    if (group) group.push(departure);
    else groups.set(departure.reason, [departure]);
  }
  return [...groups].toSorted((a, b) => b[1].length - a[1].length);
}
