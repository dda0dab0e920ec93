import { getRouteApi } from "@tanstack/react-router";
import { Brain, SearchX } from "lucide-react";

import { useMemorySearch } from "@/api/queries";
import type { MemoryHit } from "@/api/types";
import { KindLabel } from "@/components/labels";
import { Page } from "@/components/page";
import { useOpenEvidence } from "@/components/references";
import { SearchBox } from "@/components/search-box";
import { Empty, Failure, Loading } from "@/components/ui/states";
import { counted, day, percent } from "@/lib/format";

const route = getRouteApi("/memory");

export function MemoryPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const search = (text: string) =>
    void navigate({ search: (previous) => ({ ...previous, q: text || undefined }), replace: true });
  return (
    <Page title="Memory" description="Everything that was retained from incidents, searched by meaning, words, links and time.">
      <SearchBox
        value={q}
        onSearch={search}
        label="Search the memory"
        placeholder="A symptom, a cause, a question"
        className="mb-4 max-w-xl"
      />
      {q ? (
        <Hits q={q} />
      ) : (
        <Empty icon={Brain} title="Ask what is remembered">
          For example “idle in transaction”, “certificate expired” or “what did we do when consumers rebalanced?”
        </Empty>
      )}
    </Page>
  );
}

function Hits({ q }: { q: string }) {
  const { data, error, refetch } = useMemorySearch(q);
  if (error) return <Failure what="The memory could not be searched." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Searching the memory" />;
  if (data.items.length === 0) {
    return (
      <Empty icon={SearchX} title="Nothing is remembered about this">
        {data.reason ?? "No memory is relevant enough. Other words, or the names of services, may find more."}
      </Empty>
    );
  }
  return (
    <>
      <p role="status" className="mb-2 text-xs text-ink-3">
        {counted(data.items.length, "memory", "memories")}
      </p>
      <ol className="divide-y overflow-hidden rounded-lg border bg-surface">
        {data.items.map((hit) => (
          <Hit key={hit.evidence_id} hit={hit} />
        ))}
      </ol>
    </>
  );
}

function Hit({ hit }: { hit: MemoryHit }) {
  const open = useOpenEvidence();
  return (
    <li>
      <button
        type="button"
        data-row
        onClick={() => open(hit.evidence_id)}
        className="grid w-full gap-x-4 px-4 py-2.5 text-left -outline-offset-2 hover:bg-hover sm:grid-cols-[3.5rem_1fr]"
      >
        <span className="flex items-center gap-2 text-xs leading-5 text-ink-3 tabular max-sm:order-last sm:items-start">
          <span>
            {percent(hit.relevance)}
            <span className="sr-only"> relevant</span>
          </span>
        </span>
        <span>
          <span className="block">{hit.text}</span>
          <span className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-3">
            <KindLabel kind={hit.kind} />
            <span className="font-mono">{hit.incident_id ?? "unlinked"}</span>
            {hit.at && <span className="tabular">{day(hit.at)}</span>}
          </span>
        </span>
      </button>
    </li>
  );
}
