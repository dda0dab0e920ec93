import { expect, test } from "vitest";

import type { Departure, Investigation } from "@/api/types";
import { byReason, narrowings } from "@/lib/funnel";

const departure = (reason: string): Departure => ({ evidence_id: "ev-1", text: "t", incident_id: null, reason });

const investigation: Investigation = {
  question: "",
  recalled: 126,
  kept: 15,
  funnel: [
    { step: "recall", entered: 126, left: 95, departures: [departure("floor")] },
    { step: "compare", entered: 95, left: 67, departures: [] },
    { step: "group", entered: 67, left: 15, departures: [] },
  ],
  evidence: [],
  groups: [],
  similar: [],
};

test("what remains after a step is what enters the next, and in the end what is kept", () => {
  expect(narrowings(investigation).map(({ entered, remained, departed }) => [entered, remained, departed])).toEqual([
    [126, 95, 31],
    [95, 67, 28],
    [67, 15, 52],
  ]);
});

test("all who were recalled are accounted for: kept, or gone at one step", () => {
  const departed = narrowings(investigation).reduce((sum, step) => sum + step.departed, 0);
  expect(departed + investigation.kept).toBe(investigation.recalled);
});

test("departures are grouped by reason, the commonest first", () => {
  const groups = byReason([departure("floor"), departure("guess"), departure("guess")]);
  expect(groups.map(([reason, members]) => [reason, members.length])).toEqual([
    ["guess", 2],
    ["floor", 1],
  ]);
});

test("an analysis without memory has no steps", () => {
  expect(narrowings({ ...investigation, funnel: [], recalled: 0, kept: 0 })).toEqual([]);
});
