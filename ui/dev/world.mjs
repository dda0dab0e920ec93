/** The little world that the fixture server serves: loaded from JSON, moved to the present, changed in memory. */
import { readFileSync } from "node:fs";

const read = (name) => JSON.parse(readFileSync(new URL(`./world/${name}`, import.meta.url), "utf8"));
const DAY = 86_400_000;
const TIME = /"(\d{4}-\d\d-\d\dT[\d:]+Z)"/g;

/** Whole days, so that nights stay nights; the newest incident began within the last day. */
function moved(value, now) {
  const days = Math.floor((now - Date.parse(read("incidents.json").now)) / DAY);
  const shift = (_, at) => `"${new Date(Date.parse(at) + days * DAY).toISOString()}"`;
  return JSON.parse(JSON.stringify(value).replace(TIME, shift));
}

export const confirmed = (value = null, by = null, at = null) => ({
  value,
  confirmed_by: by,
  confirmed_at: at,
});

export function newWorld(now = Date.now()) {
  const source = moved(read("incidents.json"), now);
  const incidents = new Map();
  const evidence = new Map();
  for (const raw of source.incidents) addIncident(raw, incidents, evidence);
  for (const note of source.unlinked) {
    evidence.set(note.id, { ...note, evidence_id: note.id, incident_id: null, document: note.text });
  }
  const beliefs = source.beliefs.map((belief) => ({
    ...belief,
    confidence: belief.trajectory.at(-1).confidence,
  }));
  const written = { "INC-2031": moved(read("analysis-2031.json"), now) };
  return { incidents, evidence, beliefs, written, analyses: new Map(), next: 2032 };
}

export function addIncident(raw, incidents, evidence) {
  const number = raw.id.split("-")[1];
  const document = documentOf(raw);
  const timeline = raw.statements.map((statement, index) => {
    const id = `ev-${number}-${index + 1}`;
    evidence.set(id, { ...statement, evidence_id: id, incident_id: raw.id, service: raw.service, document });
    return { id: `tl-${number}-${index + 1}`, at: statement.at, text: statement.text, kind: statement.kind, by: statement.who, evidence_id: id };
  });
  const settled = raw.status === "resolved";
  const incident = {
    id: raw.id,
    title: raw.title,
    service: raw.service,
    severity: raw.severity,
    status: raw.status,
    started_at: raw.started_at,
    resolved_at: raw.resolved_at,
    root_cause: confirmed(raw.cause, raw.cause_by, raw.cause_at),
    occurrences: raw.occurrences,
    similar_to: [],
    problem: raw.problem,
    symptoms: raw.symptoms,
    resolution: confirmed(raw.resolution ?? null, settled ? (raw.cause_by ?? null) : null, settled ? (raw.cause_at ?? null) : null),
    outcome: confirmed(raw.outcome ?? null, null, null),
    detected_at: raw.detected_at,
    source: raw.source,
    timeline: timeline.toSorted((a, b) => a.at.localeCompare(b.at)),
    fixes: raw.fixes.map((fix, index) => ({ id: `fix-${number}-${index + 1}`, ...fix })),
    tags: raw.tags,
    document_id: `incident:${raw.id}`,
    traits: raw.traits,
    symptom: raw.symptom,
  };
  incidents.set(raw.id, incident);
  return incident;
}

function documentOf(raw) {
  const lines = raw.statements.map((statement) => `- ${statement.text}`).join("\n");
  const parts = [
    `# ${raw.id}: ${raw.title}`,
    `Service: ${raw.service}. Severity: ${raw.severity}.`,
    `## Problem\n${raw.problem}`,
    `## What was seen and said\n${lines}`,
  ];
  if (raw.resolution) parts.push(`## Resolution\n${raw.resolution} ${raw.outcome}`);
  return parts.join("\n\n");
}

export function row(incident, world) {
  const { traits: _t, symptom: _s, problem: _p, symptoms: _y, timeline: _l, fixes: _f, ...rest } = incident;
  return { ...rest, similar_to: siblings(incident, world).map((other) => other.id) };
}

export function full(incident, world) {
  const { traits: _t, symptom: _s, ...rest } = incident;
  return { ...rest, similar_to: siblings(incident, world).map((other) => other.id) };
}

function siblings(incident, world) {
  return [...world.incidents.values()].filter(
    (other) =>
      other.id !== incident.id &&
      (incident.root_cause.value
        ? other.root_cause.value === incident.root_cause.value
        : other.symptom === incident.symptom),
  );
}

/** A fix was judged: the belief that it works for the cause moves, and is begun where there was none. */
export function moveBelief(world, incident, fix, by, at) {
  const cause = incident.root_cause.value;
  if (!cause || fix.outcome === "unknown") return;
  let belief = world.beliefs.find((one) => one.fix === fix.text && one.cause === cause);
  if (!belief) {
    belief = { id: `bel-${world.beliefs.length + 1}`, fix: fix.text, cause, confidence: 0.5, trajectory: [] };
    world.beliefs.push(belief);
  }
  const target = { worked: 1, partly: 0.5, failed: 0 }[fix.outcome];
  const rate = { worked: 0.25, partly: 0.25, failed: 0.6 }[fix.outcome];
  belief.confidence = Number((belief.confidence + rate * (target - belief.confidence)).toFixed(2));
  belief.trajectory.push({
    at,
    confidence: belief.confidence,
    relation: { worked: "reinforce", partly: "weaken", failed: "contradict" }[fix.outcome],
    incident_id: incident.id,
    by,
    reason: `Marked as ${fix.outcome === "partly" ? "partly working" : fix.outcome}`,
  });
}
