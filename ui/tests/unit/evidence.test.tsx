import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import type { Belief } from "@/api/types";
import { ConfirmedValue } from "@/components/confirmed";
import { SafeMarkdown } from "@/components/markdown";
import { placed, Trajectory } from "@/components/trajectory";
import { cut, StoredDocument } from "@/features/evidence/document";

afterEach(cleanup);

const point = (at: string, confidence: number, relation: "reinforce" | "contradict") => ({
  at,
  confidence,
  relation,
  incident_id: null,
  by: null,
  reason: "",
});

test("the span of a record is marked in the stored text", () => {
  const { container } = render(<StoredDocument text={"Before. The pool was full. After."} span={[8, 26]} />);
  expect(container.querySelector("mark")?.textContent).toBe("The pool was full.");
  expect(container.textContent).toBe("Before. The pool was full. After.");
});

test("a span counts characters as the server does, so that an emoji before it moves nothing", () => {
  expect(cut("🔥🔥 pool full", [3, 7])).toEqual(["🔥🔥 ", "pool", " full"]);
});

test("a span that does not fit the text marks nothing and loses nothing", () => {
  for (const span of [null, [-1, 3], [2, 99], [4, 4], [5, 2]] as ([number, number] | null)[]) {
    expect(cut("pool full", span)).toEqual(["pool full", "", ""]);
  }
});

test("what is unknown, only reported, and confirmed are told apart in words", () => {
  render(<ConfirmedValue value={{ value: null, confirmed_by: null, confirmed_at: null }} unknown="Not yet identified" />);
  render(<ConfirmedValue value={{ value: "Pool", confirmed_by: null, confirmed_at: null }} unknown="" />);
  render(<ConfirmedValue value={{ value: "Lock", confirmed_by: "Priya", confirmed_at: "2026-01-02T12:00:00Z" }} unknown="" />);
  expect(screen.getByText("Not yet identified")).toBeTruthy();
  expect(screen.getByText("Reported, not confirmed")).toBeTruthy();
  expect(screen.getByText("Confirmed by Priya, 2 Jan 2026")).toBeTruthy();
});

test("the curve of a belief says its confidences to those who cannot see it", () => {
  const trajectory = [point("2026-01-01T00:00:00Z", 0.6, "reinforce"), point("2026-02-01T00:00:00Z", 0.22, "contradict")];
  const belief: Belief = { id: "b", fix: "f", cause: "c", confidence: 0.22, trajectory };
  render(<Trajectory belief={belief} />);
  expect(screen.getByRole("img", { name: "Confidence over time: 60%, 22%" })).toBeTruthy();
});

test("marks of one day stay apart, in order and inside the picture", () => {
  const day = Array.from({ length: 12 }, (_, index) => point(`2026-01-01T00:00:${10 + index}Z`, 0.5, "reinforce"));
  const places = placed([...day, point("2026-06-01T00:00:00Z", 1, "reinforce")], 96, 28).map(({ x }) => x);
  const gaps = places.slice(1).map((x, index) => x - (places[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(2);
  expect(Math.max(...places)).toBeLessThanOrEqual(96);
});

test("no script, handler or foreign address of a stored text reaches the page", () => {
  const text = '# Title\n\n<script>alert(1)</script><img src=x onerror="alert(1)">\n\n[link](javascript:alert(1)) **bold**';
  const { container } = render(<SafeMarkdown text={text} />);
  expect(container.querySelectorAll("script, img, [onerror]")).toHaveLength(0);
  expect(container.querySelector("a")?.getAttribute("href") ?? "").toBe("");
  expect(container.querySelector("strong")?.textContent).toBe("bold");
});
