import { CircleCheck, CircleX } from "lucide-react";
import { useState, type ReactNode } from "react";

import { useSettings } from "@/api/queries";
import type { Settings } from "@/api/types";
import { useActor } from "@/app/actor";
import { useNotices } from "@/components/notices";
import { Page } from "@/components/page";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Failure, Loading } from "@/components/ui/states";

export function SettingsPage() {
  const { data, error, refetch } = useSettings();
  return (
    <Page title="Settings">
      <div className="grid max-w-3xl gap-4">
        <You />
        <Panel title="This installation" note="set by the server's environment">
          {error && <Failure what="The settings could not be read." error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Loading label="Reading the settings" />}
          {data && <Installation settings={data} />}
        </Panel>
      </div>
    </Page>
  );
}

function You() {
  const { name, rename } = useActor();
  const notices = useNotices();
  const [typed, setTyped] = useState(name);
  return (
    <Panel title="You">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          rename(typed);
          notices.done("Kept in this browser.");
        }}
      >
        <div className="min-w-0 flex-1 basis-64">
          <Field label="Your name, as it stands beside what you decide">
            {(id) => <Input id={id} value={typed} maxLength={80} onChange={(event) => setTyped(event.target.value)} />}
          </Field>
        </div>
        <Button type="submit" disabled={typed.trim() === name}>
          Keep
        </Button>
      </form>
    </Panel>
  );
}

function Installation({ settings }: { settings: Settings }) {
  const Icon = settings.memory.ok ? CircleCheck : CircleX;
  return (
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_1fr]">
      <Line name="Memory">
        <span className="inline-flex items-center gap-1.5">
          <Icon aria-hidden className={`size-3.5 ${settings.memory.ok ? "text-good" : "text-critical"}`} />
          {settings.memory.ok ? "Answers" : "Does not answer"}
        </span>
      </Line>
      <Line name="Address" mono>
        {settings.memory.url}
      </Line>
      <Line name="Bank" mono>
        {settings.memory.bank}
      </Line>
      <Line name="Language model">
        {settings.model ?? (
          <>
            None. Analyses are extracted from the records; set <code className="font-mono text-xs">RECALLOPS_LLM</code> to
            have them written.
          </>
        )}
      </Line>
      <Line name="Database" mono>
        {settings.database}
      </Line>
      <Line name="Version" mono>
        {settings.version}
      </Line>
    </dl>
  );
}

function Line({ name, mono = false, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className={mono ? "font-mono text-xs leading-5 break-all" : undefined}>{children}</dd>
    </>
  );
}
