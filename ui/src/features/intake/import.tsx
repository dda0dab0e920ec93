import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleMinus, CircleX, FileUp } from "lucide-react";
import { useRef, useState, type DragEvent, type ReactNode } from "react";

import { useImport } from "@/api/mutations";
import type { ImportResult } from "@/api/types";
import { Page } from "@/components/page";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { Failure } from "@/components/ui/states";
import { cn } from "@/lib/cn";
import { counted } from "@/lib/format";

export function ImportPage() {
  const upload = useImport();
  const send = (files: readonly File[]) => files.length > 0 && upload.mutate(files);
  return (
    <Page
      title="Import"
      description="Postmortems as Markdown or text. A file with several outages becomes several incidents; a file that was imported before and has not changed is left alone. Secrets are redacted."
    >
      <div className="grid max-w-3xl gap-4">
        <DropArea busy={upload.isPending} onFiles={send} />
        <div aria-live="polite" className="contents">
          {upload.error && <Failure what="The files were not imported." error={upload.error} />}
          {upload.data && <Result result={upload.data} />}
        </div>
        <Panel title="Other ways in">
          <dl className="grid gap-3 sm:grid-cols-[8rem_1fr] sm:gap-y-2">
            <dt className="text-ink-3">A whole folder</dt>
            <dd>
              <code className="font-mono text-xs">recallops import FOLDER</code>
            </dd>
            <dt className="text-ink-3">Alerts</dt>
            <dd>
              Signed webhooks:{" "}
              {["alertmanager", "pagerduty", "generic"].map((kind) => (
                <code key={kind} className="block font-mono text-xs leading-5">
                  POST /api/webhooks/{kind}
                </code>
              ))}
            </dd>
            <dt className="text-ink-3">By hand</dt>
            <dd>
              <Link to="/incidents/new" className="text-accent hover:underline">
                Enter an incident
              </Link>
            </dd>
          </dl>
        </Panel>
      </div>
    </Page>
  );
}

interface DropAreaProps {
  busy: boolean;
  onFiles: (files: readonly File[]) => void;
}

function DropArea({ busy, onFiles }: DropAreaProps) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      className={cn(
        "flex flex-col items-center gap-3 rounded-lg border-2 border-dashed border-line-strong bg-surface px-6 py-12 text-center",
        over && "border-accent bg-accent-soft",
      )}
    >
      <FileUp aria-hidden className="size-6 text-ink-3" />
      <p className="text-base font-medium">{busy ? "Reading …" : "Drop files here"}</p>
      <Button disabled={busy} onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept=".md,.markdown,.txt"
        aria-label="Files to import"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </div>
  );
}

function Result({ result }: { result: ImportResult }) {
  const nothing = result.imported.length + result.unchanged.length + result.refused.length === 0;
  return (
    <Panel title="What was read" note={counted(result.imported.length, "new or changed incident")}>
      {nothing && <p className="text-ink-3">Nothing: the files held no incident.</p>}
      <ul className="grid gap-2">
        {result.imported.map((incident) => (
          <Line key={incident.id} icon={CircleCheck} tone="text-good" word="Imported">
            <Link data-row to="/incidents/$id" params={{ id: incident.id }} className="hover:underline">
              <span className="mr-2 font-mono text-xs text-ink-3">{incident.id}</span>
              {incident.title}
            </Link>
          </Line>
        ))}
        {result.unchanged.map((id) => (
          <Line key={id} icon={CircleMinus} tone="text-low" word="Unchanged">
            <Link to="/incidents/$id" params={{ id }} className="font-mono text-xs text-accent hover:underline">
              {id}
            </Link>
          </Line>
        ))}
        {result.refused.map(({ file, reason }) => (
          <Line key={file} icon={CircleX} tone="text-critical" word="Refused">
            {file}: <span className="text-ink-2">{reason}</span>
          </Line>
        ))}
      </ul>
    </Panel>
  );
}

interface LineProps {
  icon: typeof CircleCheck;
  tone: string;
  word: string;
  children: ReactNode;
}

function Line({ icon: Icon, tone, word, children }: LineProps) {
  return (
    <li className="grid grid-cols-[6.5rem_1fr] gap-2">
      <span className="inline-flex items-center gap-1.5 text-ink-2">
        <Icon aria-hidden className={cn("size-3.5", tone)} />
        {word}
      </span>
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}
