/**
 * Pictures of the pages of BASE_URL, or of the fixtures: `node dev/screenshots.mjs FOLDER [light|dark] [width] [name ...]`;
 * without a look, the set that the documentation shows. Of a server it shows the latest incident that is open, and the earlier
 * one that its analysis refers to first.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { openBrowser } from "./browser.mjs";
import { fixtureServer } from "./server.mjs";

const WIDE = 1440;
const ALSO_NARROW = ["incidents", "incident", "evidence", "insights"];
const NOT_SHOWN = new Set(["resolved", "nothing", "unknown"]);

const [folder = "screenshots", theme, width, ...only] = process.argv.slice(2);
const server = process.env.BASE_URL ? null : fixtureServer().listen(0, "127.0.0.1");
if (server) await new Promise((done) => server.once("listening", done));
const base = process.env.BASE_URL ?? `http://127.0.0.1:${server.address().port}`;
const { context, close } = await openBrowser({ reducedMotion: "reduce" });
mkdirSync(folder, { recursive: true });
await context.addInitScript(() => localStorage.setItem("recallops.name", "Maya Lindqvist"));
const { open, earlier, evidence, word } = await subjects();
/** Where each page is, and what is done there before the picture is taken. */
const PAGES = {
  incidents: ["/incidents"],
  incident: [`/incidents/${open}`],
  hypotheses: [`/incidents/${open}`, (page) => toTop(page.getByRole("region", { name: "Hypotheses" }))],
  evidence: [`/incidents/${open}?evidence=${evidence}`],
  timeline: [`/incidents/${open}?tab=timeline`],
  similar: [`/incidents/${open}?tab=similar`],
  recall: [`/incidents/${open}?tab=recall`],
  postmortem: [`/incidents/${earlier}?tab=postmortem`],
  resolved: [`/incidents/${earlier}`],
  comparison: [`/incidents/${open}/comparison`],
  insights: ["/insights?days=180"],
  beliefs: ["/insights?days=180", movedBelief],
  answer: ["/insights", answered],
  memory: [`/memory?q=${encodeURIComponent(word)}`],
  analytics: ["/analytics"],
  import: ["/import"],
  new: ["/incidents/new"],
  settings: ["/settings"],
  palette: ["/incidents", palette],
  nothing: ["/incidents?search=zeppelin"],
  unknown: ["/incidents/INC-99999"],
};
const tab = context.pages()[0] ?? (await context.newPage());
if (theme) await pictures({ theme, width: Number(width ?? WIDE), names: only.length > 0 ? only : Object.keys(PAGES) });
else {
  const shown = Object.keys(PAGES).filter((name) => !NOT_SHOWN.has(name));
  await pictures({ theme: "light", width: WIDE, names: shown });
  await pictures({ theme: "dark", width: WIDE, names: shown });
  await pictures({ theme: "light", width: 390, names: ALSO_NARROW });
}
await close();
server?.close();

async function pictures({ theme: look, width: pixels, names }) {
  await tab.setViewportSize({ width: pixels, height: pixels < 600 ? 844 : 900 });
  await tab.emulateMedia({ colorScheme: look, reducedMotion: "reduce" });
  const suffix = (look === "light" ? "" : `-${look}`) + (pixels === WIDE ? "" : `-${pixels}`);
  for (const name of names) {
    const [path, act] = PAGES[name];
    await tab.goto(base + path);
    await tab.waitForLoadState("networkidle");
    if (act) {
      await act(tab);
      await tab.waitForLoadState("networkidle");
    }
    await tab.mouse.move(0, 0);
    await tab.screenshot({ path: join(folder, `${name}${suffix}.png`), fullPage: process.env.FULL === "1" });
  }
}

function toTop(locator) {
  return locator.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 16));
}

async function palette(page) {
  await page.keyboard.press("Control+k");
  await page.waitForFunction(() => {
    const chosen = [...document.querySelectorAll("[cmdk-item][data-selected=true]")];
    return chosen.length === 1 && chosen[0].innerText.startsWith("INC-");
  });
}

async function answered(page) {
  await page.getByRole("button", { name: "What keeps happening?" }).click();
  await page.getByRole("button", { name: /^Evidence HM-/ }).first().waitFor();
}

/** A fix whose belief moved, opened. */
async function movedBelief(page) {
  const beliefs = page.getByRole("region", { name: "What is believed of fixes" });
  await beliefs.locator("details", { has: page.locator("svg[aria-label*=',']") }).first().locator("summary").click();
  await toTop(beliefs);
}

/** What is looked at: one incident that is not resolved, and one that it reminds of. */
async function subjects() {
  const listed = await (await context.request.get(`${base}/api/incidents?status=investigating`)).json();
  const [{ id, title }] = listed.items;
  const analysis = await (
    await context.request.post(`${base}/api/incidents/${id}/analyse`, { data: { with_memory: true } })
  ).json();
  const [first] = analysis.investigation.evidence;
  return { open: id, earlier: first.incident_id, evidence: first.evidence_id, word: title.split(" ").slice(0, 3).join(" ") };
}
