import { getRouteApi, Link } from "@tanstack/react-router";
import { FileX } from "lucide-react";
import { lazy, Suspense } from "react";

import { ApiError } from "@/api/http";
import { useAnalysis, useIncident } from "@/api/queries";
import type { Incident } from "@/api/types";
import { useTitle } from "@/components/page";
import { References } from "@/components/references";
import { Button } from "@/components/ui/button";
import { Empty, Failure, Loading } from "@/components/ui/states";
import { AnalysisTab } from "./analysis";
import { IncidentHeader } from "./header";
import { Rail } from "./rail";
import { RecallTab } from "./recall";
import { SimilarTab } from "./similar";
import { TabBar } from "./tab-bar";
import type { IncidentTab } from "./tabs";
import { TimelineTab } from "./timeline";

/** Brings the Markdown renderer, which no other part needs. */
const PostmortemTab = lazy(() => import("./postmortem"));

const route = getRouteApi("/incidents/$id");

export function IncidentPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useIncident(id);
  useTitle(data ? `${id} ${data.title}` : id);

  if (error instanceof ApiError && error.status === 404) return <Unknown id={id} />;
  return (
    <div className="mx-auto w-full max-w-[1240px] px-4 py-5 md:px-8 md:py-6">
      {error && <Failure what={`${id} could not be read.`} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label={`Reading ${id}`} rows={8} />}
      {data && <Known incident={data} />}
    </div>
  );
}

function Known({ incident }: { incident: Incident }) {
  const { tab = "analysis" } = route.useSearch();
  const { data: analysis } = useAnalysis(incident.id);
  return (
    <References evidence={analysis?.investigation.evidence ?? []}>
      <IncidentHeader incident={incident} analysed={Boolean(analysis)} />
      <div className="grid gap-6 @5xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0">
          <TabBar chosen={tab} incident={incident} analysis={analysis ?? null} />
          <Tab tab={tab} incident={incident} />
        </div>
        <Rail incident={incident} />
      </div>
    </References>
  );
}

function Tab({ tab, incident }: { tab: IncidentTab; incident: Incident }) {
  switch (tab) {
    case "analysis":
      return <AnalysisTab incident={incident} />;
    case "timeline":
      return <TimelineTab incident={incident} />;
    case "similar":
      return <SimilarTab incident={incident} />;
    case "recall":
      return <RecallTab incident={incident} />;
    case "postmortem":
      return (
        <Suspense fallback={<Loading label="Writing the draft" rows={8} />}>
          <PostmortemTab id={incident.id} />
        </Suspense>
      );
  }
}

function Unknown({ id }: { id: string }) {
  return (
    <Empty
      icon={FileX}
      heading
      title={`There is no incident ${id}`}
      action={
        <Button asChild>
          <Link to="/incidents">All incidents</Link>
        </Button>
      }
    >
      The link may be older than the data, or come from another installation.
    </Empty>
  );
}
