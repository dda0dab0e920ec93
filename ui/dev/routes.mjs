/** The contract, answered from the fixture world. */
import { analyse } from "./investigation.mjs";
import { addIncident, confirmed, full, moveBelief, row } from "./world.mjs";

export class Refused extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

const now = () => new Date().toISOString();
const HOUR = 3_600_000;

function incidentOf(world, id) {
  const incident = world.incidents.get(id);
  if (!incident) throw new Refused(404, `There is no incident ${id}.`);
  return incident;
}

const counts = (rows, field) => {
  const found = new Map();
  for (const one of rows) found.set(one[field], (found.get(one[field]) ?? 0) + 1);
  return [...found].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count);
};

function listIncidents(world, query) {
  const sort = query.get("sort") || "-started_at";
  const field = sort.replace(/^-/, "");
  const rank = { critical: 0, high: 1, medium: 2, low: 3 };
  const value = (one) => (field === "severity" ? String(rank[one.severity]) : String(one[field] ?? ""));
  const words = (query.get("search") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...world.incidents.values()];
  const found = all.filter((one) => {
    const text = `${one.id} ${one.title} ${one.problem} ${one.root_cause.value ?? ""} ${one.tags.join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const chosen = found
    .filter((one) => ["service", "severity", "status"].every((name) => !query.get(name) || one[name] === query.get(name)))
    .toSorted((a, b) => value(a).localeCompare(value(b)) * (sort.startsWith("-") ? -1 : 1));
  const offset = Number(query.get("offset") ?? 0);
  return {
    items: chosen.slice(offset, offset + Number(query.get("limit") ?? 50)).map((one) => row(one, world)),
    total: chosen.length,
    facets: { service: counts(found, "service"), severity: counts(found, "severity"), status: counts(found, "status") },
  };
}

function create(world, body) {
  const id = `INC-${world.next++}`;
  const incident = addIncident(
    {
      id, cause: null, symptom: body.symptom ?? "unknown", occurrences: 1, status: body.status ?? "open", resolved_at: body.resolved_at ?? null,
      detected_at: body.started_at, source: body.source ?? { kind: "form", name: null, fingerprint: null }, traits: body.traits ?? { release: "unknown" },
      tags: [], fixes: body.fixes ?? [], title: body.title, service: body.service, severity: body.severity, problem: body.problem, symptoms: body.symptoms,
      started_at: body.started_at, resolution: null, outcome: null,
      statements: [{ at: body.started_at, kind: "reported", who: body.by, text: body.problem || body.title }],
    },
    world.incidents,
    world.evidence,
  );
  return full(incident, world);
}

function addUpdate(world, incident, { text, kind, at, by }) {
  const number = incident.id.split("-")[1];
  const index = incident.timeline.length + 1;
  const entry = { id: `tl-${number}-${index}`, at: at ?? now(), text, kind, by, evidence_id: `ev-${number}-${index}` };
  incident.timeline.push(entry);
  incident.timeline.sort((a, b) => a.at.localeCompare(b.at));
  world.evidence.set(entry.evidence_id, {
    evidence_id: entry.evidence_id, incident_id: incident.id, service: incident.service, kind, who: by, at: entry.at, text,
    document: `# ${incident.id}: ${incident.title}\n\n${incident.problem}\n\n## Updates\n- ${text}`,
  });
  world.analyses.delete(`${incident.id} true`);
}

function analysis(world, incident, withMemory) {
  const key = `${incident.id} ${withMemory}`;
  const stored = world.analyses.get(key);
  if (stored) return { ...stored, fresh: false };
  const made = analyse(world, incident, withMemory, now());
  world.analyses.set(key, made);
  return made;
}

function evidenceRecord(world, id) {
  const one = world.evidence.get(id);
  if (!one) throw new Refused(404, `There is no evidence ${id}. It may have been forgotten.`);
  const start = one.document.indexOf(one.text);
  const used = [...world.analyses.values()].flatMap((made) => usesOf(made, id));
  return {
    evidence_id: id, text: one.text, kind: one.kind, who: one.who, at: one.at, incident_id: one.incident_id,
    document_id: one.incident_id ? `incident:${one.incident_id}` : `note:${id}`, document_text: one.document, span: [start, start + one.text.length],
    used_in: used, state: id === "ev-2007-2" ? "superseded" : "valid",
  };
}

function usesOf(made, id) {
  const ref = made.investigation.evidence.find((one) => one.evidence_id === id)?.ref;
  if (!ref || !made.with_memory) return [];
  const sections = {
    summary: made.summary, "known facts": made.known_facts, timeline: made.timeline, "next checks": made.next_checks, "tried before": made.tried_before,
    hypotheses: made.hypotheses.flatMap((one) => [...one.for, ...one.against]), actions: made.actions,
  };
  return Object.entries(sections)
    .filter(([, claims]) => claims.some((one) => one.references.includes(ref)))
    .map(([section]) => ({ incident_id: made.incident_id, section }));
}

const sorted = (members) => members.toSorted((a, b) => a.started_at.localeCompare(b.started_at));

function insights(world, query) {
  const service = query.get("service");
  const chosen = [...world.incidents.values()].filter((one) => one.root_cause.value && (!service || one.service === service));
  const found = new Map();
  for (const one of chosen) found.set(one.root_cause.value, [...(found.get(one.root_cause.value) ?? []), one]);
  const recurring = [...found].filter(([, members]) => members.length > 1);
  const recurrences = recurring.flatMap(([, members]) =>
    sorted(members).slice(0, -1).flatMap((one, index) => one.fixes.filter((fix) => fix.outcome === "failed").map((fix) => ({
      fix: fix.text, incident_id: one.id, recurred_as: sorted(members)[index + 1].id,
      days: Math.round((Date.parse(sorted(members)[index + 1].started_at) - Date.parse(one.started_at)) / (24 * HOUR)),
    }))),
  ).filter((one) => one.days <= Number(query.get("days") ?? 90));
  return {
    patterns: recurring.map(([cause, members]) => ({
      cause, incidents: sorted(members).map(({ id, title, started_at }) => ({ id, title, started_at })), services: [...new Set(members.map((one) => one.service))],
      first: sorted(members)[0].started_at, last: sorted(members).at(-1).started_at,
    })).toSorted((a, b) => b.incidents.length - a.incidents.length),
    recurrences,
    beliefs: world.beliefs.filter((belief) => chosen.some((one) => one.root_cause.value === belief.cause)),
  };
}

function searchMemory(world, q, limit) {
  const words = q.toLowerCase().split(/\W+/).filter((word) => word.length > 2);
  const items = [...world.evidence.values()]
    .map((one) => ({ one, hits: words.filter((word) => one.text.toLowerCase().includes(word)).length }))
    .filter(({ hits }) => hits > 0)
    .map(({ one, hits }) => ({ evidence_id: one.evidence_id, text: one.text, kind: one.kind, incident_id: one.incident_id, at: one.at, relevance: Number((0.35 + 0.58 * (hits / words.length)).toFixed(2)) }))
    .toSorted((a, b) => b.relevance - a.relevance)
    .slice(0, limit);
  return { items, reason: items.length ? null : "No memory is relevant enough: nothing shares a word with the question." };
}

function ask(world, { question, service }) {
  const { items } = searchMemory(world, question, 30);
  const chosen = items.filter((one) => !service || world.evidence.get(one.evidence_id).service === service).filter((one) => one.kind === "confirmed").slice(0, 4);
  const evidence = chosen.map((one, index) => ({ ref: `HM-${index + 1}`, ...one, service: world.evidence.get(one.evidence_id).service, occurrences: 1, sources: [world.evidence.get(one.evidence_id).who] }));
  return {
    answer: evidence.map((one) => ({ text: one.text, references: [one.ref], documented: true })),
    evidence,
    model: null, unsupported: [],
    missing: evidence.length ? ["Whether the causes named here are still present"] : ["No confirmed record speaks of this"],
  };
}

function analytics(world, days) {
  const since = Date.now() - days * 24 * HOUR;
  const chosen = [...world.incidents.values()].filter((one) => Date.parse(one.started_at) >= since);
  const mttr = (some) => {
    const ended = some.filter((one) => one.resolved_at);
    return ended.length ? ended.reduce((sum, one) => sum + (Date.parse(one.resolved_at) - Date.parse(one.started_at)) / HOUR, 0) / ended.length : null;
  };
  const part = (field, name) => counts(chosen.map((one) => ({ value: field(one) })).filter((one) => one.value), "value")
    .map(({ value, count }) => ({ [name]: value, incidents: count, mttr_hours: mttr(chosen.filter((one) => field(one) === value)) }));
  const causes = part((one) => one.root_cause.value, "cause");
  return {
    mttr_hours: mttr(chosen), incidents: chosen.length, open: chosen.filter((one) => one.status !== "resolved").length,
    recurrence_rate: causes.reduce((sum, one) => sum + one.incidents - 1, 0) / (chosen.length || 1),
    by_service: part((one) => one.service, "service"), by_cause: causes.map(({ cause, incidents }) => ({ cause, incidents })),
    by_month: part((one) => one.started_at.slice(0, 7), "month").toSorted((a, b) => a.month.localeCompare(b.month)),
  };
}

function importFiles(world, files) {
  const result = { imported: [], unchanged: [], refused: [] };
  for (const { name, text } of files) {
    const title = /^#\s+(.+)$/m.exec(text)?.[1];
    const same = [...world.incidents.values()].find((one) => one.source.name === name);
    if (!/\.(md|markdown|txt)$/.test(name)) result.refused.push({ file: name, reason: "Only Markdown and text are read" });
    else if (!title) result.refused.push({ file: name, reason: "No heading: what happened cannot be told from this text" });
    else if (same) result.unchanged.push(same.id);
    else {
      const ledger = /ledger|pool|payment/i.test(text);
      const created = create(world, {
        title, service: ledger ? "payments-api" : "checkout-web", severity: "high", symptoms: [], started_at: now(), by: `Import: ${name}`,
        problem: text.replace(/^#.+$/m, "").trim().slice(0, 400), source: { kind: "import", name, fingerprint: null }, symptom: ledger ? "payment timeouts" : "unknown",
        traits: { region: "eu-west-1", release: "payments-api 4.18.3", trigger: "ledger export" },
      });
      result.imported.push(row(world.incidents.get(created.id), world));
    }
  }
  return result;
}

function postmortem(incident) {
  const lines = incident.timeline.map((one) => `| ${one.at.slice(0, 16).replace("T", " ")} UTC | ${one.text} | ${one.kind} |`).join("\n");
  return `# ${incident.id}: ${incident.title}\n\n**Draft.** Severity ${incident.severity}, service ${incident.service}, status ${incident.status}.\n\n## Problem\n\n${incident.problem}\n\n## Timeline\n\n| When | What | Kind |\n|---|---|---|\n${lines}\n\n## Root cause\n\n${incident.root_cause.value ?? "Not yet identified."}\n\n## Fixes\n\n${incident.fixes.map((fix) => `- ${fix.text} (${fix.outcome})`).join("\n") || "None recorded."}\n`;
}

function changeIncident(world, incident, action, rest, body) {
  if (action === "updates") addUpdate(world, incident, body);
  else if (action === "confirm") incident[body.field] = confirmed(body.value, body.by, now());
  else if (action === "fixes" && !rest) {
    const fix = { id: `fix-${incident.id}-${incident.fixes.length + 1}`, text: body.text, outcome: body.outcome, applied_at: body.applied_at ?? now(), by: body.by };
    incident.fixes.push(fix);
    moveBelief(world, incident, fix, body.by, now());
  } else if (action === "fixes") {
    const fix = incident.fixes.find((one) => one.id === rest);
    if (!fix) throw new Refused(404, `There is no fix ${rest}.`);
    Object.assign(fix, { outcome: body.outcome, by: body.by });
    moveBelief(world, incident, fix, body.by, now());
  } else return null;
  world.analyses.clear();
  return full(incident, world);
}

function decide(world, incident, action, rest, body) {
  const made = analysis(world, incident, true);
  if (action === "hypotheses") made.hypotheses.find((one) => one.id === rest).verdict = body.verdict;
  else Object.assign(made.actions.find((one) => one.id === rest), { decision: body.decision, decided_by: body.by });
  world.analyses.set(`${incident.id} true`, made);
  return made;
}

function ofIncident(world, method, id, action, rest, body) {
  const incident = incidentOf(world, id);
  if (!action && method === "GET") return full(incident, world);
  if (!action) {
    const { by: _, ...fields } = body;
    if (fields.status === "resolved" && !incident.resolved_at) fields.resolved_at ??= now();
    Object.assign(incident, fields);
    return full(incident, world);
  }
  if (action === "postmortem") return postmortem(incident);
  if (action === "comparison") return { with_memory: analysis(world, incident, true), without_memory: analysis(world, incident, false) };
  if (action === "analyse") return analysis(world, incident, body.with_memory);
  if (action === "analysis") {
    const stored = world.analyses.get(`${id} true`);
    if (!stored) throw new Refused(404, `${id} has not been analysed.`);
    return { ...stored, fresh: false };
  }
  if (action === "hypotheses" || action === "actions") return decide(world, incident, action, rest, body);
  const changed = changeIncident(world, incident, action, rest, body);
  if (!changed) throw new Refused(404, "Not Found");
  return changed;
}

export function answer(world, method, url, body) {
  const [, , resource, id, action, rest] = url.pathname.split("/").map(decodeURIComponent);
  const query = url.searchParams;
  if (resource === "incidents" && id) return ofIncident(world, method, id, action, rest, body);
  if (resource === "incidents") return method === "POST" ? create(world, body) : listIncidents(world, query);
  if (resource === "evidence") return evidenceRecord(world, id);
  if (resource === "insights") return id === "ask" ? ask(world, body) : insights(world, query);
  if (resource === "memory") return searchMemory(world, query.get("q") ?? "", Number(query.get("limit") ?? 20));
  if (resource === "analytics") return analytics(world, Number(query.get("days") ?? 365));
  if (resource === "import") return importFiles(world, body);
  if (resource === "health") return { status: "ok" };
  if (resource === "settings") {
    return { memory: { url: "http://127.0.0.1:8421", bank: "recallops", ok: true }, model: null, database: "sqlite:///recallops.db", version: "fixtures" };
  }
  throw new Refused(404, "Not Found");
}
