/**
 * Runs a command against the real program: `node dev/demonstration.mjs COMMAND ...`.
 * A RecallOps of its own, with its memory and the demonstration, in a folder that is gone afterwards; BASE_URL says where,
 * INCIDENT which incident is open. RECALLOPS names the program, `.venv/bin/recallops` unless set.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PATIENCE = 180_000;
const PROGRAM = process.env.RECALLOPS ?? fileURLToPath(new URL("../../.venv/bin/recallops", import.meta.url));

const [command, ...words] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "recallops-"));
const port = await freePort();
const server = spawn(PROGRAM, ["serve", "--demo", "--port", String(port)], {
  env: { ...process.env, RECALLOPS_HOME: home },
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = once(server, "exit");
let code = 1;
try {
  const base = `http://127.0.0.1:${port}`;
  await answering();
  const listed = await (await fetch(`${base}/api/incidents?status=investigating`)).json();
  const run = spawn(command, words, {
    env: { ...process.env, BASE_URL: base, INCIDENT: listed.items[0].id },
    stdio: "inherit",
  });
  [code] = await once(run, "exit");
} finally {
  server.kill("SIGINT");
  await ended;
  rmSync(home, { recursive: true, force: true });
}
process.exit(code ?? 1);

/** Until the program says where it is; it does not before all is loaded. */
async function answering() {
  const said = new Promise((done) => server.stdout.on("data", (text) => String(text).includes("RecallOps is at") && done(true)));
  const late = new Promise((done) => setTimeout(done, PATIENCE, false).unref());
  if (!(await Promise.race([said, late, ended.then(() => false)]))) throw new Error("RecallOps did not start");
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port: free } = probe.address();
  probe.close();
  await once(probe, "close");
  return free;
}
