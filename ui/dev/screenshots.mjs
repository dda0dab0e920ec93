/**
 * A picture of every page: `node dev/screenshots.mjs FOLDER [light|dark] [width] [name ...]`, of BASE_URL or the fixtures.
 * Of a server it shows the latest incident that is open, and the earlier one that its analysis refers to first.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { openBrowser } from "./browser.mjs";
import { fixtureServer } from "./server.mjs";

const [folder = "screenshots", theme = "light", width = "1440", ...only] = process.argv.slice(2);
const server = process.env.BASE_URL ? null : fixtureServer().listen(0, "127.0.0.1");
if (server) await new Promise((done) => server.once("listening", done));
const base = process.env.BASE_URL ?? `http://127.0.0.1:${server.address().port}`;
const { context, close } = await openBrowser({
  viewport: { width: Number(width), height: Number(width) < 600 ? 844 : 900 },
  colorScheme: theme,
});
const suffix = (theme === "light" ? "" : `-${theme}`) + (width === "1440" ? "" : `-${width}`);
mkdirSync(folder, { recursive: true });
await context.addInitScript(() => localStorage.setItem("recallops.name", "Maya Lindqvist"));
const { open, earlier, evidence, word } = await subjects();
const PAGES = {
  incidents: "/incidents",
  incident: `/incidents/${open}`,
  evidence: `/incidents/${open}?evidence=${evidence}`,
  timeline: `/incidents/${open}?tab=timeline`,
  similar: `/incidents/${open}?tab=similar`,
  recall: `/incidents/${open}?tab=recall`,
  postmortem: `/incidents/${earlier}?tab=postmortem`,
  resolved: `/incidents/${earlier}`,
  comparison: `/incidents/${open}/comparison`,
  insights: "/insights?days=180",
  memory: `/memory?q=${encodeURIComponent(word)}`,
  analytics: "/analytics",
  import: "/import",
  new: "/incidents/new",
  settings: "/settings",
  nothing: "/incidents?search=zeppelin",
  unknown: "/incidents/INC-99999",
};
const page = await context.newPage();
for (const [name, path] of Object.entries(PAGES)) {
  if (only.length > 0 && !only.includes(name)) continue;
  await page.goto(base + path);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(folder, `${name}${suffix}.png`), fullPage: process.env.FULL === "1" });
}
await close();
server?.close();

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
