/** A picture of every page: `node dev/screenshots.mjs FOLDER [light|dark] [width] [name ...]`, of BASE_URL or the fixtures. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { openBrowser } from "./browser.mjs";
import { fixtureServer } from "./server.mjs";

const [folder = "screenshots", theme = "light", width = "1440", ...only] = process.argv.slice(2);
const PAGES = {
  incidents: "/incidents",
  incident: "/incidents/INC-2031",
  evidence: "/incidents/INC-2031?evidence=ev-2019-5",
  timeline: "/incidents/INC-2031?tab=timeline",
  similar: "/incidents/INC-2031?tab=similar",
  recall: "/incidents/INC-2031?tab=recall",
  postmortem: "/incidents/INC-2019?tab=postmortem",
  resolved: "/incidents/INC-2019",
  comparison: "/incidents/INC-2031/comparison",
  insights: "/insights?days=180",
  memory: "/memory?q=idle+in+transaction",
  analytics: "/analytics",
  import: "/import",
  new: "/incidents/new",
  settings: "/settings",
  nothing: "/incidents?search=zeppelin",
  unknown: "/incidents/INC-1",
};

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
await context.request.post(`${base}/api/incidents/INC-2031/analyse`, { data: { with_memory: true } });
const page = await context.newPage();
for (const [name, path] of Object.entries(PAGES)) {
  if (only.length > 0 && !only.includes(name)) continue;
  await page.goto(base + path);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(folder, `${name}${suffix}.png`), fullPage: process.env.FULL === "1" });
}
await close();
server?.close();
