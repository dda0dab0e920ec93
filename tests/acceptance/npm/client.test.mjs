// The field's npm client, unmodified, through one conversation with a server: `make test-npm`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HindsightClient, HindsightError } from "@vectorize-io/hindsight-client";

const client = new HindsightClient({ baseUrl: process.env.TACITUS_ADDRESS });
// Who asks may ask another server of the same memory.
const asking = new HindsightClient({ baseUrl: process.env.TACITUS_ASKED });
const bank = "npm/1";
const KEY = "Ann: The spare key is with Okafor.";
const QUESTION = "Who has the spare key?";

test("the server says which version of the wire format it speaks", async () => {
  assert.match((await client.getVersion()).api_version, /^1\.1\./);
});

test("a bank is created, and says what it is", async () => {
  await client.createBank(bank, { name: "Npm", mission: "Remember the keys." });
  const profile = await asking.getBankProfile(bank);
  assert.equal(profile.bank_id, bank);
  assert.equal(profile.mission, "Remember the keys.");
});

test("what was retained is recalled", async () => {
  const kept = await client.retain(bank, KEY, {
    timestamp: new Date("2024-05-06T12:00:00Z"),
    context: "phone call",
    documentId: "call/1",
    metadata: { line: "7" },
    tags: ["keys"],
  });
  const found = await asking.recall(bank, QUESTION, {
    types: ["world", "experience"],
    tags: ["keys"],
    tagsMatch: "all_strict",
    includeEntities: true,
    includeChunks: true,
    trace: true,
  });

  assert.deepEqual([kept.success, kept.items_count], [true, 1]);
  assert.deepEqual(found.results.map((one) => one.text), [KEY]);
  assert.equal(found.results[0].mentioned_at.slice(0, 10), "2024-05-06");
  assert.ok("Okafor" in found.entities);
  assert.ok(found.results[0].chunk_id in found.chunks);
});

test("a batch is read in the background", async () => {
  const accepted = await client.retainBatch(
    bank,
    [{ content: "Ben keeps bees.", document_id: "bees" }, { content: "Cid plays chess." }],
    { async: true },
  );
  assert.equal(accepted.async, true);

  let document = null;
  while (document === null) document = await asking.getDocument(bank, "bees");
  assert.equal(document.original_text, "Ben keeps bees.");
});

test("an answer names the memories it rests on", async () => {
  const answer = await asking.reflect(bank, QUESTION, { budget: "low", includeFacts: true });

  assert.ok(answer.text.includes("Okafor"));
  assert.ok(answer.based_on.memories.some((one) => one.text === KEY));
});

test("memories and documents are listed, and a document goes with its memories", async () => {
  const memories = await client.listMemories(bank, { q: "spare key" });
  const documents = await client.listDocuments(bank);
  assert.equal(memories.total, 1);
  assert.ok(documents.items.some((one) => one.id === "call/1"));

  await client.deleteDocument(bank, "call/1");

  assert.equal((await asking.listMemories(bank, { q: "spare key" })).total, 0);
  assert.equal(await asking.getDocument(bank, "call/1"), null);
});

test("a deleted bank is gone, and asking for it is an error with its status", async () => {
  await client.deleteBank(bank);

  await assert.rejects(asking.recall(bank, QUESTION), (error) => {
    assert.ok(error instanceof HindsightError);
    assert.equal(error.statusCode, 404);
    return true;
  });
});
