import { afterEach, expect, test, vi } from "vitest";

import { address, ApiError, get } from "@/api/http";
import { oneOf, parseSearch, stringifySearch, textOf, wholeNumber } from "@/app/search";

afterEach(() => vi.unstubAllGlobals());

const answers = (body: string, status: number) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));

test("an address of the API carries only the parameters that say something", () => {
  expect(address("/incidents", { search: "pool & ledger", service: "", offset: 0, limit: undefined })).toBe(
    "/api/incidents?search=pool+%26+ledger&offset=0",
  );
  expect(address("/settings")).toBe("/api/settings");
});

test("filters survive the way into the address bar and back as plain text", () => {
  const filters = { search: "42", service: "payments-api", status: undefined, page: 2 };
  expect(stringifySearch(filters)).toBe("?search=42&service=payments-api&page=2");
  expect(parseSearch("?search=42&service=payments-api&page=2")).toEqual({
    search: "42",
    service: "payments-api",
    page: "2",
  });
});

test("a parameter that makes no sense counts as not given", () => {
  const raw = { page: "-3", days: "90", tab: "nonsense", search: "" };
  expect(wholeNumber(raw, "page")).toBeUndefined();
  expect(wholeNumber(raw, "days")).toBe(90);
  expect(oneOf(raw, "tab", ["analysis"])).toBeUndefined();
  expect(textOf(raw, "search")).toBeUndefined();
});

test("a refusal is told in the server's own words", async () => {
  answers(JSON.stringify({ detail: "There is no incident INC-1." }), 404);
  await expect(get("/incidents/INC-1")).rejects.toEqual(new ApiError(404, "There is no incident INC-1."));
});

test("fields that did not validate are named", async () => {
  answers(JSON.stringify({ detail: [{ loc: ["body", "title"], msg: "Field required" }] }), 422);
  await expect(get("/incidents")).rejects.toThrow("title: Field required");
});

test("an answer that is no JSON, and a server that is away, still give one clear line", async () => {
  answers("<html>Bad Gateway</html>", 502);
  await expect(get("/incidents")).rejects.toThrow("The server answered 502.");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(get("/incidents")).rejects.toThrow("The RecallOps server does not answer. Is it running?");
});
