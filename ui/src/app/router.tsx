import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";

import { Failure } from "@/components/ui/states";
import { IncidentPage } from "@/features/incident/page";
import { incidentTabs, type IncidentTab } from "@/features/incident/tabs";
import { IncidentsPage } from "@/features/incidents/page";
import { NotFound } from "./not-found";
import { oneOf, parseSearch, stringifySearch, textOf, wholeNumber, type Raw } from "./search";
import { Shell } from "./shell";

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: (raw: Raw): { evidence?: string | undefined } => ({ evidence: textOf(raw, "evidence") }),
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/incidents", replace: true });
  },
});

export interface IncidentsSearch {
  search?: string | undefined;
  service?: string | undefined;
  severity?: string | undefined;
  status?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
}

const incidents = createRoute({
  getParentRoute: () => root,
  path: "/incidents",
  component: IncidentsPage,
  validateSearch: (raw: Raw): IncidentsSearch => ({
    search: textOf(raw, "search"),
    service: textOf(raw, "service"),
    severity: textOf(raw, "severity"),
    status: textOf(raw, "status"),
    sort: textOf(raw, "sort"),
    page: wholeNumber(raw, "page"),
  }),
});

const newIncident = createRoute({
  getParentRoute: () => root,
  path: "/incidents/new",
  component: lazyRouteComponent(() => import("@/features/intake/new-incident"), "NewIncidentPage"),
});

const incident = createRoute({
  getParentRoute: () => root,
  path: "/incidents/$id",
  component: IncidentPage,
  validateSearch: (raw: Raw): { tab?: IncidentTab | undefined } => ({ tab: oneOf(raw, "tab", incidentTabs) }),
});

const comparison = createRoute({
  getParentRoute: () => root,
  path: "/incidents/$id/comparison",
  component: lazyRouteComponent(() => import("@/features/incident/comparison"), "ComparisonPage"),
});

const insights = createRoute({
  getParentRoute: () => root,
  path: "/insights",
  component: lazyRouteComponent(() => import("@/features/insights/page"), "InsightsPage"),
  validateSearch: (raw: Raw): { service?: string | undefined; days?: number | undefined } => ({
    service: textOf(raw, "service"),
    days: wholeNumber(raw, "days"),
  }),
});

const memory = createRoute({
  getParentRoute: () => root,
  path: "/memory",
  component: lazyRouteComponent(() => import("@/features/memory/page"), "MemoryPage"),
  validateSearch: (raw: Raw): { q?: string | undefined } => ({ q: textOf(raw, "q") }),
});

const analytics = createRoute({
  getParentRoute: () => root,
  path: "/analytics",
  component: lazyRouteComponent(() => import("@/features/analytics/page"), "AnalyticsPage"),
  validateSearch: (raw: Raw): { days?: number | undefined } => ({ days: wholeNumber(raw, "days") }),
});

const intake = createRoute({
  getParentRoute: () => root,
  path: "/import",
  component: lazyRouteComponent(() => import("@/features/intake/import"), "ImportPage"),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: lazyRouteComponent(() => import("@/features/settings/page"), "SettingsPage"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    incidents,
    newIncident,
    incident,
    comparison,
    insights,
    memory,
    analytics,
    intake,
    settings,
  ]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: "intent",
  defaultErrorComponent: ({ error, reset }) => (
    <div className="p-8">
      <Failure what="This page could not be shown." error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
    </div>
  ),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
