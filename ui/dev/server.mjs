/**
 * Serves the interface and answers its HTTP contract from a small made-up world, for development and tests.
 * `node dev/server.mjs [port]`; the built pages come from dist/, changes live until the process ends.
 */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

import { answer, Refused } from "./routes.mjs";
import { newWorld } from "./world.mjs";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export function fixtureServer() {
  const world = newWorld();
  return createServer(async (request, response) => {
    const url = new URL(request.url, "http://localhost");
    if (!url.pathname.startsWith("/api/")) return sendFile(url.pathname, response);
    try {
      const body = await bodyOf(request);
      const result = answer(world, request.method, url, body);
      if (typeof result === "string") return send(response, 200, result, "text/markdown; charset=utf-8");
      const created = request.method === "POST" && url.pathname === "/api/incidents";
      return send(response, created ? 201 : 200, JSON.stringify(result), "application/json");
    } catch (error) {
      if (!(error instanceof Refused)) console.error(error);
      const status = error instanceof Refused ? error.status : 500;
      return send(response, status, JSON.stringify({ detail: error.message }), "application/json");
    }
  });
}

function send(response, status, text, type) {
  response.writeHead(status, { "content-type": type });
  response.end(text);
}

function sendFile(path, response) {
  const asked = join(DIST, normalize(path));
  const file = existsSync(asked) && statSync(asked).isFile() ? asked : join(DIST, "index.html");
  if (!existsSync(file)) return send(response, 503, "Build the interface first: npm run build", "text/plain");
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
  return createReadStream(file).pipe(response);
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (chunks.length === 0) return {};
  const bytes = Buffer.concat(chunks);
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return JSON.parse(bytes.toString("utf8"));
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
  return Promise.all(form.getAll("files").map(async (file) => ({ name: file.name, text: await file.text() })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const port = Number(process.argv[2] ?? 8787);
  fixtureServer().listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}`));
}
