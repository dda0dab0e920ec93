import { Link, useNavigate } from "@tanstack/react-router";
import { Archive, CircleCheck, CircleSlash } from "lucide-react";
import type { ReactNode } from "react";

import { useEvidence } from "@/api/queries";
import type { EvidenceRecord } from "@/api/types";
import { KindLabel } from "@/components/labels";
import { Moment } from "@/components/time";
import { Drawer } from "@/components/ui/drawer";
import { Failure, Loading } from "@/components/ui/states";
import { StoredDocument } from "./document";

const STATES = {
  valid: { label: "Valid", icon: CircleCheck, tone: "text-good" },
  superseded: { label: "Superseded by a newer record", icon: Archive, tone: "text-medium" },
  invalidated: { label: "Invalidated", icon: CircleSlash, tone: "text-critical" },
};

export function EvidenceDrawer({ id }: { id: string }) {
  const { data, error, refetch } = useEvidence(id);
  const navigate = useNavigate();
  const close = () =>
    void navigate({ to: ".", search: (previous) => ({ ...previous, evidence: undefined }), resetScroll: false });

  return (
    <Drawer onClose={close} title="Evidence">
      {error && <Failure what="This record could not be read." error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label="Reading the record" />}
      {data && <Record record={data} />}
    </Drawer>
  );
}

function Record({ record }: { record: EvidenceRecord }) {
  const { label, icon: Icon, tone } = STATES[record.state];
  return (
    <div className="grid gap-5 wrap-anywhere">
      <blockquote className="border-l-2 border-accent pl-3 text-base">{record.text}</blockquote>
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-y-1.5">
        <Row name="Kind">
          <KindLabel kind={record.kind} className="text-sm text-ink" />
        </Row>
        <Row name="Who">{record.who ?? "Not recorded"}</Row>
        <Row name="When">{record.at ? <Moment at={record.at} /> : "Not recorded"}</Row>
        <Row name="State">
          <span className="inline-flex items-center gap-1.5">
            <Icon aria-hidden className={`size-3.5 ${tone}`} />
            {label}
          </span>
        </Row>
        <Row name="Incident">
          {record.incident_id ? <IncidentLink id={record.incident_id} /> : "Unlinked: belongs to no incident"}
        </Row>
        <Row name="Document">
          <span className="font-mono text-xs break-all">{record.document_id ?? "None"}</span>
        </Row>
      </dl>
      <Part title="Where it is used">
        {record.used_in.length === 0 && <p className="text-ink-3">In no analysis so far.</p>}
        <ul className="grid gap-1">
          {record.used_in.map(({ incident_id, section }) => (
            <li key={`${incident_id} ${section}`}>
              <IncidentLink id={incident_id} />
              <span className="text-ink-2">, {section}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="The stored record">
        <StoredDocument text={record.document_text} span={record.span} />
      </Part>
      <p className="font-mono text-2xs break-all text-ink-3">{record.evidence_id}</p>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function IncidentLink({ id }: { id: string }) {
  return (
    <Link
      to="/incidents/$id"
      params={{ id }}
      search={(previous) => ({ evidence: previous.evidence })}
      className="font-mono text-xs text-accent underline-offset-2 hover:underline"
    >
      {id}
    </Link>
  );
}
