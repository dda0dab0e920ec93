import { RefreshCw, Sparkles } from "lucide-react";

import { api } from "@/api/endpoints";
import { useAnalysisChange } from "@/api/mutations";
import { useAnalysis } from "@/api/queries";
import type { Analysis, Incident } from "@/api/types";
import { useNotices } from "@/components/notices";
import { ClaimList, ReferencedText } from "@/components/references";
import { Ago, Moment } from "@/components/time";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { Empty, Failure, Loading } from "@/components/ui/states";
import { Actions } from "./actions";
import { Doubts } from "./doubts";
import { FunnelStrip } from "./funnel-strip";
import { Hypotheses } from "./hypotheses";
import { Problem } from "./timeline";
import { TriedBefore } from "./tried-before";

export function AnalysisTab({ incident }: { incident: Incident }) {
  const { data, error, refetch } = useAnalysis(incident.id);
  if (error) return <Failure what="The analysis could not be read." error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Reading the analysis" rows={6} />;
  return (
    <div className="grid gap-4">
      {data ? (
        <Report analysis={data} incident={incident} />
      ) : (
        <>
          <Problem incident={incident} />
          <NotAnalysed id={incident.id} />
        </>
      )}
    </div>
  );
}

function NotAnalysed({ id }: { id: string }) {
  const analyse = useAnalysisChange(id);
  const notices = useNotices();
  return (
    <div className="rounded-lg border bg-surface">
      <Empty
        icon={Sparkles}
        title="Not analysed yet"
        action={
          <Button
            variant="primary"
            disabled={analyse.isPending}
            onClick={() => analyse.mutate(() => api.analyse(id), { onError: notices.failed })}
          >
            {analyse.isPending ? "Analysing …" : "Analyse with memory"}
          </Button>
        }
      >
        Recalls what earlier incidents taught, keeps what deserves it, and says of every claim where it comes from.
      </Empty>
    </div>
  );
}

function Report({ analysis, incident }: { analysis: Analysis; incident: Incident }) {
  return (
    <>
      <Panel title="Summary" note={<Made analysis={analysis} />} actions={analysis.model && <Anew id={incident.id} />}>
        <ClaimList claims={analysis.summary} empty="Nothing could be said that has evidence." />
        <div className="mt-4 border-t pt-3">
          <h3 className="mb-0.5 text-xs font-medium text-ink-3">Root cause</h3>
          {analysis.root_cause.text ? (
            <p>
              <ReferencedText text={analysis.root_cause.text} references={analysis.root_cause.references} />
            </p>
          ) : (
            <p className="font-medium">Not yet identified</p>
          )}
        </div>
      </Panel>
      <FunnelStrip investigation={analysis.investigation} />
      <Hypotheses analysis={analysis} />
      <TriedBefore tried={analysis.tried_before} />
      <Actions analysis={analysis} />
      <div className="grid gap-4 @2xl:grid-cols-2">
        <Panel title="Next checks">
          <ClaimList claims={analysis.next_checks} empty="No check follows from what is known." />
        </Panel>
        <Panel title="Known facts">
          <ClaimList claims={analysis.known_facts} empty="No fact is on record." />
        </Panel>
      </div>
      <Course analysis={analysis} />
      <Doubts analysis={analysis} />
      <Problem incident={incident} />
    </>
  );
}

function Made({ analysis }: { analysis: Analysis }) {
  return (
    <>
      made <Ago at={analysis.made_at} />, {analysis.model ? `written by ${analysis.model}` : "extracted without a model"}
    </>
  );
}

/** Only a model may say it in other words; what is extracted comes out the same. */
function Anew({ id }: { id: string }) {
  const analyse = useAnalysisChange(id);
  const notices = useNotices();
  const run = () =>
    analyse.mutate(() => api.analyse(id, { anew: true }), {
      onSuccess: () => notices.done("Written anew."),
      onError: notices.failed,
    });
  return (
    <Button variant="ghost" size="sm" disabled={analyse.isPending} onClick={run}>
      <RefreshCw aria-hidden />
      {analyse.isPending ? "Writing …" : "Write anew"}
    </Button>
  );
}

/** The timeline as the analysis tells it, each entry with its evidence. */
function Course({ analysis }: { analysis: Analysis }) {
  if (analysis.timeline.length === 0) return null;
  return (
    <Panel title="Course of events">
      <ol className="grid gap-2">
        {analysis.timeline.map((entry, index) => (
          <li key={index} className="grid gap-x-4 sm:grid-cols-[9.5rem_1fr]">
            <span className="text-ink-3">{entry.at ? <Moment at={entry.at} /> : "Time not known"}</span>
            <span>
              <ReferencedText text={entry.text} references={entry.references} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
