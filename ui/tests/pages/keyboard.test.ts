import { afterAll, beforeAll, expect, test } from "vitest";

import { openSite, someIncident, type Site } from "./browser";

let site: Site;
let id: string;

beforeAll(async () => {
  site = await openSite();
  id = await someIncident(site);
  await site.context.request.post(`${site.base}/api/incidents/${id}/analyse`, { data: { with_memory: true } });
});
afterAll(() => site.close());

test("the list of incidents is walked with j and k, and Enter opens one", async () => {
  const page = await site.open("/incidents");
  const rows = page.locator("[data-row]");
  const listed = await site.context.request.get(`${site.base}/api/incidents?limit=1`);
  const newest = ((await listed.json()) as { items: { id: string }[] }).items[0]?.id;
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  expect(await rows.first().evaluate((row) => row === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/incidents/${newest}`);
});

test("the slash goes to the page's search, Esc clears it and leaves, and the address keeps what was sought", async () => {
  const page = await site.open("/incidents");
  await page.keyboard.press("/");
  await page.keyboard.type("zeppelin");
  await page.waitForURL("**/incidents?search=zeppelin");
  await page.getByText("No incident fits").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("**/incidents");
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
});

test("the palette opens with Ctrl+K anywhere, finds an incident and jumps to it", async () => {
  const page = await site.open("/settings");
  await page.keyboard.press("Control+k");
  await page.keyboard.type(id);
  await page.getByRole("option", { name: new RegExp(id) }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/incidents/${id}`);
});

test("a reference opens its evidence, the address can be sent on, and Esc closes it", async () => {
  const page = await site.open(`/incidents/${id}`);
  await page.getByRole("button", { name: /^Evidence HM-/ }).first().click();
  await page.getByRole("dialog", { name: "Evidence" }).locator("mark").waitFor();
  expect(page.url()).toContain("evidence=");

  await page.reload();
  await page.getByRole("dialog", { name: "Evidence" }).locator("mark").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Evidence" }).waitFor({ state: "detached" });
  expect(page.url()).not.toContain("evidence=");
});

test("filters stand in the address, so that a reload and the way back keep them", async () => {
  const page = await site.open("/incidents");
  await page.getByRole("button", { name: "Status", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /Resolved/ }).click();
  await page.waitForURL("**/incidents?status=resolved");
  await page.reload();
  await page.getByRole("button", { name: "Remove the filter status resolved" }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Status", exact: true }).first().waitFor();
});
