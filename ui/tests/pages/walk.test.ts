import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openSite, type Site } from "./browser";

const POSTMORTEM = `# Payments stall while the ledger export runs

Service: payments-api
Severity: high

## Problem

Card payments stalled. All server connections of the pool were in use while the ledger export ran, and
POST /payments returned 504.
`;

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** The fixes that the report says were tried before, best first, with how firmly each is believed in. */
async function suggestions(page: Page): Promise<{ fix: string; confidence: string; incident: string }[]> {
  const items = page.getByRole("region", { name: "Tried before" }).getByRole("listitem");
  await items.first().waitFor();
  return items.evaluateAll((elements) =>
    elements.map((element) => ({
      fix: element.querySelector("p")?.firstChild?.textContent ?? "",
      confidence: element.querySelector("svg[role=img] + span")?.textContent ?? "",
      incident: element.querySelector("a")?.textContent ?? "",
    })),
  );
}

test("from a file to an analysis, to its evidence, to a fix that failed, to another fix ranked first", async () => {
  const page = await site.open("/import");
  await page.getByLabel("Files to import").setInputFiles({
    name: `walk-${Date.now()}.md`,
    mimeType: "text/markdown",
    buffer: Buffer.from(POSTMORTEM),
  });
  await page.getByRole("link", { name: /Payments stall while the ledger export runs/ }).click();
  await page.getByRole("button", { name: "Analyse with memory" }).click();
  await page.getByText(/\d+ recalled, \d+ kept/).waitFor();
  const incident = new URL(page.url()).pathname;

  await page.getByRole("button", { name: /^Evidence HM-/ }).first().click();
  await page.getByRole("dialog", { name: "Evidence" }).locator("mark").waitFor();
  await page.keyboard.press("Escape");

  const before = await suggestions(page);
  const first = before[0];
  if (!first) throw new Error("Nothing was tried before");
  expect(Number.parseInt(first.confidence, 10)).toBeGreaterThanOrEqual(Number.parseInt(before[1]?.confidence ?? "0", 10));

  await site.open(`/incidents/${first.incident}`);
  const fix = page.getByRole("region", { name: "Fixes and outcome" }).getByRole("listitem").filter({ hasText: first.fix });
  await fix.getByRole("button", { name: /^Outcome of the fix/ }).click();
  await page.getByRole("menuitem", { name: "Failed" }).click();
  await page.getByLabel("Your name").fill("Maya Lindqvist");
  await page.getByRole("button", { name: "Continue" }).click();
  await fix.getByText("Failed").waitFor();
  await fix.getByText(/Maya Lindqvist/).waitFor();

  await site.open(incident);
  await page.getByRole("button", { name: /^Analyse/ }).first().click();
  await page.getByText(/\d+ recalled, \d+ kept/).waitFor();
  const after = await suggestions(page);
  const moved = after.find(({ fix: text }) => text === first.fix);
  expect(Number.parseInt(moved?.confidence ?? "100", 10)).toBeLessThan(Number.parseInt(first.confidence, 10));
  expect(after[0]?.fix).not.toBe(first.fix);
});

test("an incident entered by hand is stored under the name of who entered it", async () => {
  const page = await site.open("/incidents/new");
  await page.getByLabel("Title").fill("Search answers slowly");
  await page.getByLabel("Service").fill("search-api");
  await page.getByLabel("Problem").fill("Queries take 4 s since noon.");
  await page.getByRole("button", { name: "Store the incident" }).click();
  await page.getByRole("heading", { level: 1, name: "Search answers slowly" }).waitFor();
  await page.getByRole("link", { name: /^Timeline/i }).click();
  await page.getByLabel("What happened").fill("The index was rebuilt at noon.");
  await page.getByRole("button", { name: "Add to the timeline" }).click();
  await page.getByText("The index was rebuilt at noon.").first().waitFor();
});

test("an action is a proposal that a named person accepts, and a hypothesis one that is refuted", async () => {
  const id = process.env["INCIDENT"] ?? "INC-2031";
  await site.context.request.post(`${site.base}/api/incidents/${id}/analyse`, { data: { with_memory: true } });
  const page = await site.open(`/incidents/${id}`);
  await page.getByRole("button", { name: "Accept" }).first().click();
  await page.getByText("Accepted by Maya Lindqvist").waitFor();
  await page.getByRole("button", { name: "Refute" }).last().click();
  await page.getByRole("region", { name: "Hypotheses" }).getByText("Refuted").waitFor();
});

test("the draft of a postmortem is exported as Markdown", async () => {
  const id = process.env["INCIDENT"] ?? "INC-2031";
  const page = await site.open(`/incidents/${id}?tab=postmortem`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Markdown" }).click();
  expect((await download).suggestedFilename()).toBe(`${id}-postmortem.md`);
});
