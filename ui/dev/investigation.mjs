/** Investigations and analyses of the fixture world, in the shape of the contract. */

const RANKS = { same_cause: 0, recurrence: 0, same_symptom_other_cause: 1, similar: 2 };

export function investigate(world, incident) {
  const similar = [...world.incidents.values()]
    .filter((other) => other.id !== incident.id && (other.symptom === incident.symptom || other.service === incident.service))
    .filter((other) => other.status === "resolved")
    .map((other) => likeness(world, incident, other))
    .toSorted((a, b) => RANKS[a.relation] - RANKS[b.relation] || b.likeness - a.likeness)
    .slice(0, 4);
  const near = similar.filter((one) => one.relation !== "similar").map((one) => one.incident_id);
  const kept = (world.written[incident.id]?.kept ?? nearest(world, incident, near)).map((id) => world.evidence.get(id));
  const evidence = kept.map((one, index) => ({
    ref: `HM-${index + 1}`,
    evidence_id: one.evidence_id,
    text: one.text,
    kind: one.kind,
    incident_id: one.incident_id,
    service: one.service,
    at: one.at,
    relevance: Number((0.94 - index * 0.031).toFixed(2)),
    occurrences: one.evidence_id === "ev-2031-2" ? 2 : one.evidence_id === "ev-2007-1" ? 4 : 1,
    sources: [one.who],
  }));
  const { funnel, recalled } = narrowed(world, new Set(kept.map((one) => one.evidence_id)), evidence.length, incident);
  return {
    question: `What do earlier incidents teach about "${incident.title}"?`,
    recalled,
    kept: evidence.length,
    funnel,
    evidence,
    groups: groups(world, evidence),
    similar,
  };
}

/** What is known of this incident, loose notes on its service, and at most four records of each similar incident. */
function nearest(world, incident, near) {
  const taken = new Map();
  return [...world.evidence.values()]
    .filter((one) => (one.incident_id ? [incident.id, ...near].includes(one.incident_id) : one.service === incident.service))
    .toSorted((a, b) => order(a, incident, near) - order(b, incident, near))
    .filter((one) => {
      taken.set(one.incident_id, (taken.get(one.incident_id) ?? 0) + 1);
      return one.incident_id === incident.id || taken.get(one.incident_id) <= 4;
    })
    .slice(0, 15)
    .map((one) => one.evidence_id);
}

function order(one, incident, near) {
  if (one.incident_id === incident.id) return 0;
  return one.incident_id ? 2 + near.indexOf(one.incident_id) : 1;
}

function likeness(world, incident, other) {
  const cause = incident.root_cause.value ?? world.written[incident.id]?.hypotheses[0].text.split(", as in")[0];
  const sameSymptom = other.symptom === incident.symptom;
  const sameCause = cause ? other.root_cause.value?.includes(cause) || other.root_cause.value === cause : sameSymptom;
  const relation = sameCause
    ? other.service === incident.service && incident.status === "resolved" ? "recurrence" : "same_cause"
    : sameSymptom ? "same_symptom_other_cause" : "similar";
  const shared = sameSymptom ? [`symptom: ${other.symptom}`] : [];
  const differing = [];
  for (const [name, value] of Object.entries(incident.traits)) {
    const theirs = other.traits[name];
    if (theirs === value) shared.push(`${name}: ${value}`);
    else if (theirs) differing.push(`${name}: ${value} here, ${theirs} then`);
  }
  if (other.service === incident.service) shared.unshift(`service: ${other.service}`);
  const score = (sameCause ? 0.55 : 0.2) + (sameSymptom ? 0.2 : 0) + 0.18 * (shared.length / (shared.length + differing.length || 1));
  return {
    incident_id: other.id,
    title: other.title,
    service: other.service,
    started_at: other.started_at,
    likeness: Number(score.toFixed(2)),
    relation,
    shared,
    differing,
    cause: other.root_cause,
    fixes: suggestions(world, other.root_cause.value, other),
  };
}

/** Fixes tried for a cause, the one most believed in first. */
function suggestions(world, cause, incident) {
  const own = incident.fixes.map((fix) => ({ fix: fix.text, outcome: fix.outcome }));
  const others = [...world.incidents.values()]
    .filter((one) => cause && one.root_cause.value === cause && one.id !== incident.id)
    .flatMap((one) => one.fixes.map((fix) => ({ fix: fix.text, outcome: fix.outcome })));
  return [...own, ...others]
    .filter((one, index, all) => all.findIndex((first) => first.fix === one.fix) === index)
    .map((one) => ({ ...one, belief: beliefOf(world, one.fix, cause) }))
    .toSorted((a, b) => (b.belief?.confidence ?? 0.4) - (a.belief?.confidence ?? 0.4));
}

const beliefOf = (world, fix, cause) =>
  world.beliefs.find((belief) => belief.fix === fix && belief.cause === cause) ?? null;

const REASONS = {
  recall: ["Relevance below the floor of 0.30", "Of a service that shares nothing with this one"],
  compare: ["Restates a record that is kept; counted there as an occurrence", "Older version of a record that was revised"],
  classify: ["Hypothesis that nobody confirmed", "Refuted", "Written by an analysis, not evidence"],
  rank: ["Ranked below the fifteen best"],
  group: ["Its incident has five records already"],
};

function narrowed(world, keptIds, kept, incident) {
  const pool = [...world.evidence.values()].filter((one) => !keptIds.has(one.evidence_id));
  const recalled = kept === 15 ? 126 : kept + 48;
  const shares = { recall: 0.28, compare: 0.25, classify: 0.19, rank: 0.22 };
  let entered = recalled;
  let cursor = incident.id.length;
  const funnel = Object.keys(REASONS).map((step) => {
    const gone = step === "group" ? entered - kept : Math.round((recalled - kept) * shares[step]);
    const departures = Array.from({ length: gone }, (_, index) => {
      const one = pool[(cursor += 7) % pool.length];
      const reasons = REASONS[step];
      return { evidence_id: one.evidence_id, text: one.text, incident_id: one.incident_id, reason: reasons[(index * index) % 5 % reasons.length] };
    });
    const answer = { step, entered, left: entered - gone, departures };
    entered -= gone;
    return answer;
  });
  return { funnel, recalled };
}

function groups(world, evidence) {
  const found = new Map();
  for (const one of evidence) found.set(one.incident_id, [...(found.get(one.incident_id) ?? []), one.ref]);
  return [...found].map(([id, refs]) => ({
    incident_id: id,
    title: id ? world.incidents.get(id).title : "Unlinked evidence",
    evidence: refs,
  }));
}

export function analyse(world, incident, withMemory, at) {
  const investigation = withMemory ? investigate(world, incident) : nothingRecalled(world, incident);
  const refs = new Map(investigation.evidence.map((one) => [one.evidence_id, one.ref]));
  const known = (ids) => ids.map((id) => refs.get(id)).filter(Boolean);
  const claim = ({ text, refs: ids }) => ({ text, references: known(ids), documented: known(ids).length > 0 });
  const written = withMemory ? world.written[incident.id] : undefined;
  const base = { incident_id: incident.id, made_at: at, fresh: true, with_memory: withMemory, model: null, investigation };
  if (!written) return { ...base, ...extracted(world, incident, investigation, known) };
  return {
    ...base,
    summary: written.summary.map(claim),
    known_facts: written.known_facts.map(claim),
    timeline: written.timeline.map(({ refs: ids, ...rest }) => ({ ...rest, references: known(ids) })),
    root_cause: { text: incident.root_cause.value, references: [] },
    hypotheses: written.hypotheses.map((one) => ({ ...one, for: one.for.map(claim), against: one.against.map(claim), verdict: "open" })),
    tried_before: tried(world, investigation),
    next_checks: written.next_checks.map(claim),
    actions: written.actions.map(({ refs: ids, ...rest }) => ({ ...rest, references: known(ids), decision: "proposed", decided_by: null })),
    missing: written.missing,
    unsupported: written.unsupported,
  };
}

function nothingRecalled(world, incident) {
  const all = investigate(world, incident);
  const evidence = all.evidence.filter((one) => one.incident_id === incident.id);
  return { ...all, recalled: evidence.length, kept: evidence.length, funnel: [], evidence, groups: groups(world, evidence), similar: [] };
}

function tried(world, { similar, evidence }) {
  return similar.filter((one) => one.relation === "same_cause" || one.relation === "recurrence").flatMap((one) =>
    world.incidents.get(one.incident_id).fixes.map((fix) => ({
      incident_id: one.incident_id,
      fix: fix.text,
      outcome: fix.outcome,
      references: evidence.filter((item) => item.incident_id === one.incident_id).slice(-1).map((item) => item.ref),
      belief: beliefOf(world, fix.text, one.cause.value),
    })),
  ).toSorted((a, b) => (b.belief?.confidence ?? 0) - (a.belief?.confidence ?? 0));
}

const claimOf = (one) => ({ text: one.text, references: [one.ref], documented: true });

function extracted(world, incident, investigation, known) {
  const own = investigation.evidence.filter((one) => one.incident_id === incident.id);
  const causes = investigation.similar.filter((one) => one.cause.value && one.relation !== "similar");
  const byCause = Map.groupBy ? Map.groupBy(causes, (one) => one.cause.value) : grouped(causes);
  return {
    summary: own.slice(0, 2).map(claimOf).concat(
      investigation.similar.length === 0
        ? [{ text: "Nothing that was learned from earlier incidents was used.", references: [], documented: false }]
        : [],
    ),
    known_facts: own.filter((one) => one.kind !== "hypothesis").map(claimOf),
    timeline: own.filter((one) => one.kind !== "hypothesis").map((one) => ({ at: one.at, text: one.text, references: [one.ref] })),
    root_cause: { text: incident.root_cause.value, references: known(incident.root_cause.value ? own.slice(-1).map((one) => one.evidence_id) : []) },
    hypotheses: [...byCause].map(([cause, members], index) => ({
      id: `hyp-${index + 1}`,
      text: `${cause}, as in ${members.map((one) => one.incident_id).join(" and ")}.`,
      confidence: members.some((one) => one.relation !== "same_symptom_other_cause") ? 0.61 : 0.18,
      for: investigation.evidence.filter((one) => one.incident_id === members[0].incident_id).slice(0, 2).map(claimOf),
      against: members[0].differing.slice(0, 1).map((text) => ({ text, references: [], documented: false })),
      verdict: "open",
    })),
    tried_before: tried(world, investigation),
    next_checks: causes.slice(0, 1).map((one) => ({ text: `Look for what was found in ${one.incident_id}.`, references: investigation.evidence.filter((item) => item.incident_id === one.incident_id).slice(0, 1).map((item) => item.ref), documented: true })),
    actions: tried(world, investigation).filter((one) => one.outcome !== "failed").slice(0, 1).map((one, index) => ({ id: `act-${index + 1}`, text: `Propose: ${one.fix}`, references: one.references, decision: "proposed", decided_by: null })),
    missing: ["What changed before the incident began", "Whether other regions are affected"],
    unsupported: [],
  };
}

function grouped(causes) {
  const found = new Map();
  for (const one of causes) found.set(one.cause.value, [...(found.get(one.cause.value) ?? []), one]);
  return found;
}
