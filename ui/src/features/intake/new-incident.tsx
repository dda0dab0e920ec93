import { useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";

import { useCreateIncident } from "@/api/mutations";
import { useServices } from "@/api/queries";
import type { Severity } from "@/api/types";
import { useActor } from "@/app/actor";
import { Page } from "@/components/page";
import { Button } from "@/components/ui/button";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import { Failure } from "@/components/ui/states";

const SEVERITIES: Severity[] = ["critical", "high", "medium", "low"];

export function NewIncidentPage() {
  const navigate = useNavigate();
  const create = useCreateIncident();
  const { act } = useActor();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const incident = read(new FormData(event.currentTarget));
    act((by) =>
      create.mutate(
        { ...incident, by },
        { onSuccess: ({ id }) => void navigate({ to: "/incidents/$id", params: { id } }) },
      ),
    );
  };
  return (
    <Page title="New incident" description="Say what is seen, not what it may mean: causes come later, with evidence.">
      <form onSubmit={submit} className="grid max-w-2xl gap-4 rounded-lg border bg-surface p-5">
        {create.error && <Failure what="The incident was not stored." error={create.error} />}
        <Field label="Title">
          {(id) => <Input id={id} name="title" required maxLength={200} placeholder="Card payments time out" />}
        </Field>
        <div className="grid gap-4 sm:grid-cols-[1fr_0.8fr_1.2fr]">
          <ServiceField />
          <Field label="Severity">
            {(id) => (
              <Select id={id} name="severity" defaultValue="high" className="w-full">
                {SEVERITIES.map((severity) => (
                  <option key={severity} value={severity}>
                    {severity[0]?.toUpperCase() + severity.slice(1)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Started">
            {(id) => <Input id={id} name="started_at" type="datetime-local" required defaultValue={localNow()} />}
          </Field>
        </div>
        <Field label="Problem" hint="What fails, for whom, since when.">
          {(id) => <Textarea id={id} name="problem" required rows={4} />}
        </Field>
        <Field label="Symptoms" hint="One per line: messages, numbers, states.">
          {(id) => <Textarea id={id} name="symptoms" rows={4} placeholder={"POST /payments returns 504 after 10 s"} />}
        </Field>
        <Button type="submit" variant="primary" className="justify-self-end" disabled={create.isPending}>
          {create.isPending ? "Storing …" : "Store the incident"}
        </Button>
      </form>
    </Page>
  );
}

function ServiceField() {
  const services = useServices();
  return (
    <Field label="Service">
      {(id) => (
        <>
          <Input id={id} name="service" required list={`${id}-known`} maxLength={100} autoComplete="off" />
          <datalist id={`${id}-known`}>
            {services.map((service) => (
              <option key={service} value={service} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function read(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  return {
    title: text("title"),
    service: text("service"),
    severity: text("severity") as Severity,
    problem: text("problem"),
    symptoms: text("symptoms")
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
    started_at: new Date(text("started_at")).toISOString(),
  };
}

/** Now, as `datetime-local` wants it: the reader's wall clock without a zone. */
function localNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
