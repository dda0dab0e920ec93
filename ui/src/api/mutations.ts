/** What pages write. Each keeps the cache true: what came back is put in place, what depends on it is asked for again. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "./endpoints";
import { keys } from "./queries";
import type { Analysis, Incident } from "./types";

const restsOnIncidents = [["incidents"], ["insights"], ["analytics"], ["memory"], ["evidence"]];

/** Any change of one incident: `change(() => api.confirm(id, …))`. */
export function useIncidentChange(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: () => Promise<Incident>) => change(),
    onSuccess: async (incident) => {
      client.setQueryData(keys.incident(id), incident);
      const touched = [...restsOnIncidents, ["analysis"], keys.comparison(id), keys.postmortem(id)];
      await Promise.all(touched.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

/** Making an analysis, or deciding something in it. */
export function useAnalysisChange(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: () => Promise<Analysis>) => change(),
    onSuccess: async (analysis) => {
      client.setQueryData(keys.analysis(id), analysis);
      const touched = [...restsOnIncidents, keys.incident(id), keys.comparison(id), keys.postmortem(id)];
      await Promise.all(touched.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

export function useCreateIncident() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.create,
    onSuccess: (incident) => {
      client.setQueryData(keys.incident(incident.id), incident);
      return Promise.all(restsOnIncidents.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.importFiles,
    onSuccess: () => client.invalidateQueries(),
  });
}

export function useAsk() {
  return useMutation({
    mutationFn: ({ question, service }: { question: string; service: string | null }) =>
      api.ask(question, service),
  });
}
