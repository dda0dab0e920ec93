import type { Analysis } from "@/api/types";
import { Struck } from "@/components/struck";
import { Panel } from "@/components/ui/panel";

/** What the analysis lacks, and what was struck from it because nothing supports it. */
export function Doubts({ analysis }: { analysis: Analysis }) {
  if (analysis.missing.length + analysis.unsupported.length === 0) return null;
  return (
    <div className="grid gap-4 @2xl:grid-flow-col @2xl:auto-cols-fr">
      {analysis.missing.length > 0 && (
        <Panel title="Missing" note={analysis.missing.length}>
          <ul className="grid list-disc gap-1.5 pl-4 marker:text-ink-3">
            {analysis.missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Panel>
      )}
      {analysis.unsupported.length > 0 && (
        <Panel title="Struck as unsupported" note={analysis.unsupported.length}>
          <Struck claims={analysis.unsupported} />
        </Panel>
      )}
    </div>
  );
}
