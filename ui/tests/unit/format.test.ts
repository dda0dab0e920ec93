import { expect, test } from "vitest";

import { ago, counted, duration, hours, month, percent } from "@/lib/format";

const MINUTE = 60_000;

test("a duration is said in its two largest units", () => {
  const cases: [number, string][] = [
    [0, "0 min"],
    [34 * MINUTE, "34 min"],
    [60 * MINUTE, "1 h"],
    [100 * MINUTE, "1 h 40 min"],
    [24 * 60 * MINUTE, "1 d"],
    [(3 * 24 + 4) * 60 * MINUTE, "3 d 4 h"],
    [-5 * MINUTE, "0 min"],
  ];
  expect(cases.map(([span]) => duration(span))).toEqual(cases.map(([, said]) => said));
});

test("what is older than four weeks is a date rather than a distance", () => {
  const now = Date.parse("2026-03-18T12:00:00Z");
  const said = ["2026-03-18T11:59:40Z", "2026-03-18T11:48:00Z", "2026-03-18T07:00:00Z", "2026-03-15T12:00:00Z", "2026-01-02T12:00:00Z"];
  expect(said.map((at) => ago(at, now))).toEqual(["just now", "12 min ago", "5 h ago", "3 d ago", "2 Jan 2026"]);
});

test("figures are rounded to what can be read, and what is not known is a dash", () => {
  expect([percent(0.776), hours(1.234), hours(26.6), hours(null)]).toEqual(["78%", "1.2 h", "27 h", "–"]);
  expect([counted(1, "memory", "memories"), counted(2, "memory", "memories")]).toEqual(["1 memory", "2 memories"]);
  expect(month("2026-03")).toBe("Mar 26");
});
