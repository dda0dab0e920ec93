/** What pages read: one hook per resource. A 404 is an answer, so it is never retried. */
import { keepPreviousData, QueryClient, useQuery } from "@tanstack/react-query";

import { api } from "./endpoints";
import { ApiError } from "./http";
import type { IncidentQuery } from "./types";

export const keys = {
  incidents: (query?: IncidentQuery) => (query ? ["incidents", query] : ["incidents"]),
  incident: (id: string) => ["incident", id],
  analysis: (id: string) => ["analysis", id],
  comparison: (id: string) => ["comparison", id],
  postmortem: (id: string) => ["postmortem", id],
  evidence: (id: string) => ["evidence", id],
};

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
}

export function useIncidents(query: IncidentQuery) {
  return useQuery({
    queryKey: keys.incidents(query),
    queryFn: () => api.incidents(query),
    placeholderData: keepPreviousData,
  });
}

export function useIncident(id: string) {
  return useQuery({ queryKey: keys.incident(id), queryFn: () => api.incident(id) });
}

/** The stored analysis, or null while there is none. */
export function useAnalysis(id: string) {
  return useQuery({
    queryKey: keys.analysis(id),
    queryFn: () =>
      api.analysis(id).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });
}

export function useComparison(id: string) {
  return useQuery({ queryKey: keys.comparison(id), queryFn: () => api.comparison(id) });
}

export function usePostmortem(id: string) {
  return useQuery({ queryKey: keys.postmortem(id), queryFn: () => api.postmortem(id) });
}

export function useEvidence(id: string) {
  return useQuery({ queryKey: keys.evidence(id), queryFn: () => api.evidence(id) });
}

export function useInsights(service: string | undefined, days: number) {
  return useQuery({
    queryKey: ["insights", service ?? "", days],
    queryFn: () => api.insights(service, days),
    placeholderData: keepPreviousData,
  });
}

export function useMemorySearch(q: string) {
  return useQuery({
    queryKey: ["memory", q],
    queryFn: () => api.searchMemory(q, 40),
    enabled: q.trim() !== "",
    placeholderData: keepPreviousData,
  });
}

export function useAnalytics(days: number) {
  return useQuery({
    queryKey: ["analytics", days],
    queryFn: () => api.analytics(days),
    placeholderData: keepPreviousData,
  });
}

export function useSettings() {
  return useQuery({ queryKey: ["settings"], queryFn: () => api.settings() });
}

/** The services there are, most incidents first. */
export function useServices(): string[] {
  const { data } = useIncidents({ limit: 1 });
  return data?.facets.service.map((facet) => facet.value) ?? [];
}
