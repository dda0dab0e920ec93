import { useNavigate, useSearch } from "@tanstack/react-router";
import { FileQuestion } from "lucide-react";
import { createContext, Fragment, useContext, useMemo, type ReactNode } from "react";

import type { Claim, Evidence } from "@/api/types";
import { cn } from "@/lib/cn";

const Context = createContext<ReadonlyMap<string, Evidence>>(new Map());

/** What `[HM-n]` means inside: the evidence of one investigation. */
export function References({ evidence, children }: { evidence: readonly Evidence[]; children: ReactNode }) {
  const byRef = useMemo(() => new Map(evidence.map((one) => [one.ref, one])), [evidence]);
  return <Context.Provider value={byRef}>{children}</Context.Provider>;
}

/** Opens the drawer at a record; the address keeps it, so that it can be sent to a colleague. */
export function useOpenEvidence(): (id: string) => void {
  const navigate = useNavigate();
  return (id) =>
    void navigate({ to: ".", search: (previous) => ({ ...previous, evidence: id }), resetScroll: false });
}

export function Reference({ name }: { name: string }) {
  const evidence = useContext(Context).get(name);
  const open = useOpenEvidence();
  const { evidence: opened } = useSearch({ from: "__root__" });
  if (!evidence) {
    return <span className="font-mono text-2xs text-ink-3 line-through">[{name}]</span>;
  }
  return (
    <button
      type="button"
      title={evidence.text}
      aria-label={`Evidence ${name}`}
      onClick={() => open(evidence.evidence_id)}
      className={cn(
        "rounded-sm bg-accent-soft px-1 align-baseline font-mono text-2xs leading-[18px] whitespace-nowrap text-accent hover:bg-accent hover:text-on-accent",
        opened === evidence.evidence_id && "bg-accent text-on-accent",
      )}
    >
      {name}
    </button>
  );
}

export function ReferenceList({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.map((name) => (
        <Fragment key={name}>
          {" "}
          <Reference name={name} />
        </Fragment>
      ))}
    </>
  );
}

const INLINE = /\[(HM-\d+(?:\s*,\s*HM-\d+)*)\]/g;

/** Text whose own `[HM-n]` become links, followed by the references that it does not name itself. */
export function ReferencedText({ text, references }: { text: string; references: readonly string[] }) {
  const pieces = text.split(INLINE);
  const named = new Set(pieces.filter((_, index) => index % 2 === 1).flatMap(namesIn));
  return (
    <>
      {pieces.map((piece, index) =>
        index % 2 === 0 ? piece : <ReferenceList key={index} names={namesIn(piece)} />,
      )}
      <ReferenceList names={references.filter((name) => !named.has(name))} />
    </>
  );
}

const namesIn = (piece: string) => piece.split(",").map((name) => name.trim());

/** A statement with its evidence, or the plain words that there is none. */
export function ClaimText({ claim }: { claim: Claim }) {
  return (
    <>
      <ReferencedText text={claim.text} references={claim.references} />
      {!claim.documented && (
        <span className="ml-1.5 inline-flex items-center gap-1 rounded-sm border border-line-strong px-1 text-2xs whitespace-nowrap text-ink-3">
          <FileQuestion aria-hidden className="size-3" />
          Not documented
        </span>
      )}
    </>
  );
}

export function ClaimList({ claims, empty }: { claims: readonly Claim[]; empty: string }) {
  if (claims.length === 0) return <p className="text-ink-3">{empty}</p>;
  return (
    <ul className="grid gap-2">
      {claims.map((claim, index) => (
        <li key={index} className="flex gap-2.5">
          <span aria-hidden className="mt-[9px] size-1 shrink-0 rounded-full bg-ink-3" />
          <span>
            <ClaimText claim={claim} />
          </span>
        </li>
      ))}
    </ul>
  );
}
