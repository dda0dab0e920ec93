import { createRequire } from "node:module";

import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openSite, someIncident, type Site } from "./browser";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let site: Site;
let id: string;

beforeAll(async () => {
  site = await openSite();
  id = await someIncident(site);
  await site.context.request.post(`${site.base}/api/incidents/${id}/analyse`, { data: { with_memory: true } });
});
afterAll(() => site.close());

/** All rules, or those on contrast alone: nothing else depends on the theme. */
async function faults(page: Page, contrastAlone = false): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: AXE });
  const options: RunOptions = { resultTypes: ["violations"], ...(contrastAlone && { runOnly: ["color-contrast"] }) };
  const results = await page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } };
    return axe.run(chosen);
  }, options);
  return results.violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map((node) => node.html).join(" | ")}`);
}

const fits = (width: number) => window.innerWidth === width && document.documentElement.scrollWidth <= width;

/** Whether a page is wider than its window once it has taken the width it was given. */
async function scrollsSideways(page: Page, width: number): Promise<boolean> {
  return page.waitForFunction(fits, width, { timeout: 2_000 }).then(
    () => false,
    () => true,
  );
}

const PAGES = (incident: string) => [
  "/incidents",
  "/incidents?status=resolved&severity=high",
  "/incidents?search=zeppelin",
  "/incidents/new",
  `/incidents/${incident}`,
  `/incidents/${incident}?tab=timeline`,
  `/incidents/${incident}?tab=similar`,
  `/incidents/${incident}?tab=recall`,
  `/incidents/${incident}?tab=postmortem`,
  `/incidents/${incident}?evidence=there-is-none`,
  `/incidents/${incident}/comparison`,
  "/incidents/INC-0",
  "/insights?days=365",
  "/memory",
  "/memory?q=pool",
  "/analytics",
  "/import",
  "/settings",
];

const LOOKS = [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1440 },
  { colorScheme: "light", width: 390 },
] as const;

test("axe finds nothing on any page, light and dark, wide and narrow, and none scrolls sideways", { timeout: 240_000 }, async () => {
  const found: string[] = [];
  for (const path of PAGES(id)) {
    const page = await site.open(path);
    for (const { colorScheme, width } of LOOKS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      const look = `${path} ${colorScheme} ${width}`;
      found.push(...(await faults(page, colorScheme === "dark")).map((fault) => `${look}: ${fault}`));
      if (await scrollsSideways(page, width)) found.push(`${look}: wider than the window`);
    }
  }
  expect(found).toEqual([]);
});

test("text without a place to break widens no page", async () => {
  const endless = "x".repeat(180);
  const body = { title: endless, service: endless.slice(0, 60), severity: "low", problem: endless, symptoms: [endless], started_at: new Date().toISOString(), by: "Maya" };
  const answer = await site.context.request.post(`${site.base}/api/incidents`, { data: body });
  const created = ((await answer.json()) as { id: string }).id;
  for (const path of ["/incidents", `/incidents/${created}`, `/incidents/${created}?tab=timeline`, `/incidents/${created}?tab=postmortem`]) {
    const page = await site.open(path);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect([path, width, await scrollsSideways(page, width)]).toEqual([path, width, false]);
    }
  }
});

test("axe finds nothing in what opens over a page: palette, menus, dialogs, evidence", async () => {
  const page = await site.open(`/incidents/${id}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  const found: string[] = [];
  const look = async (what: string) => found.push(...(await faults(page)).map((fault) => `${what}: ${fault}`));

  await page.keyboard.press("Control+k");
  await page.getByRole("option").first().waitFor();
  await look("palette");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Status/ }).click();
  await look("menu");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /the root cause/ }).click();
  await look("dialog");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Evidence HM-/ }).first().click();
  await page.getByRole("region", { name: "Stored text" }).waitFor();
  await look("evidence");
  expect(found).toEqual([]);
});
