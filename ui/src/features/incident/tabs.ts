export const incidentTabs = ["analysis", "timeline", "similar", "recall", "postmortem"] as const;
export type IncidentTab = (typeof incidentTabs)[number];
