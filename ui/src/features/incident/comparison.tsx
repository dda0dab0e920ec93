import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";

import { useComparison } from "@/api/queries";
import type { Analysis, Comparison } from "@/api/types";
import { Page } from "@/components/page";
import { ClaimList, ReferencedText, References } from "@/components/references";
import { Button } from "@/components/ui/button";
import { Failure, Loading } from "@/components/ui/states";
import { percent } from "@/lib/format";

const route = getRouteApi("/incidents/$id/comparison");

export function ComparisonPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useComparison(id);
  return (
    <Page
      title={`${id}, with and without memory`}
      description="The same incident analysed twice: once with what earlier incidents taught, once with its own record alone."
      actions={
        <Button asChild>
          <Link to="/incidents/$id" params={{ id }}>
            <ArrowLeft aria-hidden />
            {id}
          </Link>
        </Button>
      }
    >
      {error && <Failure what="The comparison could not be made." error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label="Analysing twice" rows={8} />}
      {data && <Both comparison={data} />}
    </Page>
  );
}

function Both({ comparison: { with_memory, without_memory } }: { comparison: Comparison }) {
  return (
    <div className="grid gap-4">
      <Figures one={with_memory} other={without_memory} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Column title="With memory" analysis={with_memory} />
        <Column title="Without memory" analysis={without_memory} />
      </div>
    </div>
  );
}

const MEASURES: [string, (analysis: Analysis) => number][] = [
  ["Records the report rests on", ({ investigation }) => investigation.kept],
  ["Similar incidents known", ({ investigation }) => investigation.similar.length],
  ["Hypotheses", ({ hypotheses }) => hypotheses.length],
  ["Hypotheses with evidence against", ({ hypotheses }) => hypotheses.filter((one) => one.against.length > 0).length],
  ["Earlier fixes with their outcome", ({ tried_before }) => tried_before.length],
  ["Checks to make next", ({ next_checks }) => next_checks.length],
  ["Struck as unsupported", ({ unsupported }) => unsupported.length],
];

function Figures({ one, other }: { one: Analysis; other: Analysis }) {
  return (
    <div className="overflow-x-auto rounded-lg border bg-surface">
      <table className="w-full text-left">
        <caption className="sr-only">What each analysis contains</caption>
        <thead className="bg-sunken text-xs text-ink-2">
          <tr>
            <th className="h-8 px-4 font-medium">What is in the report</th>
            <th className="px-4 text-right font-medium">With memory</th>
            <th className="px-4 text-right font-medium">Without</th>
          </tr>
        </thead>
        <tbody>
          {MEASURES.map(([name, measure]) => (
            <tr key={name} className="border-t">
              <td className="px-4 py-1.5">{name}</td>
              <td className="px-4 text-right font-medium tabular">{measure(one)}</td>
              <td className="px-4 text-right text-ink-2 tabular">{measure(other)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Column({ title, analysis }: { title: string; analysis: Analysis }) {
  return (
    <References evidence={analysis.investigation.evidence}>
      <section aria-label={title} className="rounded-lg border bg-surface">
        <h2 className="border-b px-4 py-2.5 font-semibold">{title}</h2>
        <div className="grid gap-5 p-4">
          <Part title="Summary">
            <ClaimList claims={analysis.summary} empty="Nothing that has evidence." />
          </Part>
          <Part title="Root cause">
            {analysis.root_cause.text ? (
              <ReferencedText text={analysis.root_cause.text} references={analysis.root_cause.references} />
            ) : (
              "Not yet identified"
            )}
          </Part>
          <Part title="Hypotheses">
            {analysis.hypotheses.length === 0 && <p className="text-ink-3">None.</p>}
            <ol className="grid gap-1.5">
              {analysis.hypotheses.map((one) => (
                <li key={one.id} className="flex gap-3">
                  <span className="w-9 shrink-0 text-right text-ink-3 tabular">{percent(one.confidence)}</span>
                  <span>
                    <ReferencedText text={one.text} references={one.for.flatMap((claim) => claim.references)} />
                  </span>
                </li>
              ))}
            </ol>
          </Part>
          <Part title="Next checks">
            <ClaimList claims={analysis.next_checks} empty="None follows from what is known." />
          </Part>
        </div>
      </section>
    </References>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-ink-3">{title}</h3>
      {children}
    </section>
  );
}
