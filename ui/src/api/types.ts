/** The HTTP contract of RecallOps, as the server speaks it: snake_case, times ISO 8601 with zone. */

export type Severity = "critical" | "high" | "medium" | "low";
export type Status = "open" | "investigating" | "resolved";
export type StatementKind = "observed" | "reported" | "confirmed" | "hypothesis";
export type FixOutcome = "worked" | "partly" | "failed" | "unknown";
export type ConfirmableField = "root_cause" | "resolution" | "outcome";

/** No value: unknown. A value without `confirmed_by`: reported, and no more than that. */
export interface Confirmed {
  value: string | null;
  confirmed_by: string | null;
  confirmed_at: string | null;
}

export interface IncidentRow {
  id: string;
  title: string;
  service: string;
  severity: Severity;
  status: Status;
  started_at: string;
  resolved_at: string | null;
  root_cause: Confirmed;
  occurrences: number;
  similar_to: string[];
}

export interface TimelineEntry {
  id: string;
  at: string;
  text: string;
  kind: StatementKind;
  by: string | null;
  evidence_id: string | null;
}

export interface Fix {
  id: string;
  text: string;
  applied_at: string | null;
  outcome: FixOutcome;
  by: string | null;
}

export interface Incident extends IncidentRow {
  problem: string;
  symptoms: string[];
  resolution: Confirmed;
  outcome: Confirmed;
  detected_at: string | null;
  source: { kind: "form" | "import" | "alert"; name: string | null; fingerprint: string | null };
  timeline: TimelineEntry[];
  fixes: Fix[];
  tags: string[];
  document_id: string | null;
}

export interface FacetCount {
  value: string;
  count: number;
}

export interface IncidentPage {
  items: IncidentRow[];
  total: number;
  facets: { service: FacetCount[]; severity: FacetCount[]; status: FacetCount[] };
}

export interface IncidentQuery {
  search?: string;
  service?: string;
  severity?: string;
  status?: string;
  sort?: string;
  limit?: number;
  offset?: number;
}

export interface NewIncident {
  title: string;
  service: string;
  severity: Severity;
  problem: string;
  symptoms: string[];
  started_at: string;
  by: string;
}

export interface IncidentPatch {
  title?: string;
  service?: string;
  severity?: Severity;
  status?: Status;
  problem?: string;
  symptoms?: string[];
  resolved_at?: string | null;
  by: string;
}

/** One statement of an analysis; its references are looked up in `investigation.evidence`. */
export interface Claim {
  text: string;
  references: string[];
  documented: boolean;
}

export interface BeliefPoint {
  at: string;
  confidence: number;
  relation: "reinforce" | "weaken" | "contradict";
  incident_id: string | null;
  by: string | null;
  reason: string;
}

/** How firmly "this fix works for this cause" is held, and what moved it. */
export interface Belief {
  id: string;
  fix: string;
  cause: string;
  confidence: number;
  trajectory: BeliefPoint[];
}

export type FunnelStepName = "recall" | "compare" | "classify" | "rank" | "group";

export interface Departure {
  evidence_id: string;
  text: string;
  incident_id: string | null;
  reason: string;
}

export interface FunnelStep {
  step: FunnelStepName;
  entered: number;
  left: number;
  departures: Departure[];
}

export interface Evidence {
  ref: string;
  evidence_id: string;
  text: string;
  kind: StatementKind;
  incident_id: string | null;
  service: string | null;
  at: string | null;
  relevance: number;
  occurrences: number;
  sources: string[];
}

export type Relation = "same_cause" | "same_symptom_other_cause" | "recurrence" | "similar";

export interface SuggestedFix {
  fix: string;
  outcome: FixOutcome;
  belief: Belief | null;
}

export interface SimilarIncident {
  incident_id: string;
  title: string;
  service: string;
  started_at: string;
  likeness: number;
  relation: Relation;
  shared: string[];
  differing: string[];
  cause: Confirmed;
  fixes: SuggestedFix[];
}

export interface Investigation {
  question: string;
  recalled: number;
  kept: number;
  funnel: FunnelStep[];
  evidence: Evidence[];
  groups: { incident_id: string | null; title: string; evidence: string[] }[];
  similar: SimilarIncident[];
}

export interface Hypothesis {
  id: string;
  text: string;
  confidence: number;
  for: Claim[];
  against: Claim[];
  verdict: "open" | "confirmed" | "refuted";
}

export interface TriedBefore {
  incident_id: string;
  fix: string;
  outcome: FixOutcome;
  references: string[];
  belief: Belief | null;
}

export interface ProposedAction {
  id: string;
  text: string;
  references: string[];
  decision: "proposed" | "accepted" | "rejected";
  decided_by: string | null;
}

/** What was said and struck, because nothing on record bears it. */
export interface Unsupported {
  text: string;
  reason: string;
}

export interface Analysis {
  incident_id: string;
  made_at: string;
  fresh: boolean;
  with_memory: boolean;
  model: string | null;
  investigation: Investigation;
  summary: Claim[];
  known_facts: Claim[];
  timeline: { at: string | null; text: string; references: string[] }[];
  root_cause: { text: string | null; references: string[] };
  hypotheses: Hypothesis[];
  tried_before: TriedBefore[];
  next_checks: Claim[];
  actions: ProposedAction[];
  missing: string[];
  unsupported: Unsupported[];
}

export interface Comparison {
  with_memory: Analysis;
  without_memory: Analysis;
}

export interface EvidenceRecord {
  evidence_id: string;
  text: string;
  kind: StatementKind;
  who: string | null;
  at: string | null;
  incident_id: string | null;
  document_id: string | null;
  document_text: string | null;
  span: [number, number] | null;
  used_in: { incident_id: string; section: string }[];
  state: "valid" | "superseded" | "invalidated";
}

export interface Pattern {
  cause: string;
  incidents: { id: string; title: string; started_at: string }[];
  services: string[];
  first: string;
  last: string;
}

export interface Recurrence {
  fix: string;
  incident_id: string;
  recurred_as: string;
  days: number;
}

export interface Insights {
  patterns: Pattern[];
  recurrences: Recurrence[];
  beliefs: Belief[];
}

/** Without a model the answer is quotations; with one, what it said and did not hold is told too. */
export interface InsightAnswer {
  answer: Claim[];
  evidence: Evidence[];
  missing: string[];
  model: string | null;
  unsupported: Unsupported[];
}

export interface MemoryHit {
  evidence_id: string;
  text: string;
  kind: StatementKind;
  incident_id: string | null;
  at: string | null;
  relevance: number;
}

export interface MemorySearch {
  items: MemoryHit[];
  reason: string | null;
}

export interface Analytics {
  mttr_hours: number | null;
  incidents: number;
  open: number;
  recurrence_rate: number;
  by_service: { service: string; incidents: number; mttr_hours: number | null }[];
  by_cause: { cause: string; incidents: number }[];
  by_month: { month: string; incidents: number; mttr_hours: number | null }[];
}

export interface ImportResult {
  imported: IncidentRow[];
  unchanged: string[];
  refused: { file: string; reason: string }[];
}

export interface Settings {
  memory: { url: string; bank: string; ok: boolean };
  model: string | null;
  database: string;
  version: string;
}
