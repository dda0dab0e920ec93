/** One function per operation of the contract. */
import { get, getText, patch, post, postFiles } from "./http";
import type {
  Analysis,
  Analytics,
  Comparison,
  ConfirmableField,
  EvidenceRecord,
  FixOutcome,
  ImportResult,
  Incident,
  IncidentPage,
  IncidentPatch,
  IncidentQuery,
  InsightAnswer,
  Insights,
  MemorySearch,
  NewIncident,
  Settings,
  StatementKind,
} from "./types";

const incident = (id: string) => `/incidents/${encodeURIComponent(id)}`;

export const api = {
  incidents: (query: IncidentQuery) => get<IncidentPage>("/incidents", { ...query }),
  incident: (id: string) => get<Incident>(incident(id)),
  create: (body: NewIncident) => post<Incident>("/incidents", body),
  change: (id: string, body: IncidentPatch) => patch<Incident>(incident(id), body),
  update: (id: string, body: { text: string; kind: StatementKind; at: string | null; by: string }) =>
    post<Incident>(`${incident(id)}/updates`, body),
  confirm: (id: string, body: { field: ConfirmableField; value: string; by: string }) =>
    post<Incident>(`${incident(id)}/confirm`, body),
  addFix: (
    id: string,
    body: { text: string; outcome: FixOutcome; applied_at: string | null; by: string },
  ) => post<Incident>(`${incident(id)}/fixes`, body),
  concludeFix: (id: string, fix: string, body: { outcome: FixOutcome; by: string }) =>
    post<Incident>(`${incident(id)}/fixes/${encodeURIComponent(fix)}`, body),
  /** Anew: what has not changed is analysed all the same. */
  analyse: (id: string, { anew = false } = {}) =>
    post<Analysis>(`${incident(id)}/analyse`, { with_memory: true, anew }),
  analysis: (id: string) => get<Analysis>(`${incident(id)}/analysis`),
  comparison: (id: string) => get<Comparison>(`${incident(id)}/comparison`),
  judge: (id: string, hypothesis: string, body: { verdict: "confirmed" | "refuted"; by: string }) =>
    post<Analysis>(`${incident(id)}/hypotheses/${encodeURIComponent(hypothesis)}`, body),
  decide: (id: string, action: string, body: { decision: "accepted" | "rejected"; by: string }) =>
    post<Analysis>(`${incident(id)}/actions/${encodeURIComponent(action)}`, body),
  postmortem: (id: string) => getText(`${incident(id)}/postmortem`),
  evidence: (id: string) => get<EvidenceRecord>(`/evidence/${encodeURIComponent(id)}`),
  insights: (service: string | undefined, days: number) =>
    get<Insights>("/insights", { service, days }),
  ask: (question: string, service: string | null) =>
    post<InsightAnswer>("/insights/ask", { question, service }),
  searchMemory: (q: string, limit: number) => get<MemorySearch>("/memory/search", { q, limit }),
  analytics: (days: number) => get<Analytics>("/analytics", { days }),
  importFiles: (files: readonly File[]) => postFiles<ImportResult>("/import", files),
  settings: () => get<Settings>("/settings"),
};
