/** A browser and a server for page tests: BASE_URL where it is set, the fixtures otherwise. */
import type { AddressInfo, Server } from "node:net";

import type { BrowserContext, Page } from "playwright-core";

// @ts-expect-error the development tools are plain JavaScript
import { openBrowser } from "../../dev/browser.mjs";
// @ts-expect-error as above
import { fixtureServer } from "../../dev/server.mjs";

const portOf = (server: Server | null) => (server?.address() as AddressInfo | undefined)?.port;

export interface Site {
  base: string;
  context: BrowserContext;
  open: (path: string) => Promise<Page>;
  close: () => Promise<void>;
}

export async function openSite(options: object = {}): Promise<Site> {
  const site = process.env["SITE"];
  const server = site ? null : fixtureServer().listen(0, "127.0.0.1");
  if (server) await new Promise((ready) => server.once("listening", ready));
  const base = site || `http://127.0.0.1:${portOf(server)}`;
  const { context, close } = (await openBrowser({ viewport: { width: 1440, height: 900 }, ...options })) as {
    context: BrowserContext;
    close: () => Promise<void>;
  };
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(15_000);
  return {
    base,
    context,
    open: async (path) => {
      await page.goto(base + path);
      await page.waitForLoadState("networkidle");
      return page;
    },
    close: async () => {
      await close();
      server?.close();
    },
  };
}

/** The incident to try things on: INCIDENT where it is set, else the newest. */
export async function someIncident({ base, context }: Site): Promise<string> {
  const named = process.env["INCIDENT"];
  if (named) return named;
  const answer = await context.request.get(`${base}/api/incidents?limit=1`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  const id = items[0]?.id;
  if (!id) throw new Error("The server has no incident to look at");
  return id;
}
