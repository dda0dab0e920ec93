import { useEffect, useRef } from "react";

interface StoredDocumentProps {
  text: string | null;
  span: [number, number] | null;
}

/** The document as it was stored, to the letter, with the evidence's own words marked. */
export function StoredDocument({ text, span }: StoredDocumentProps) {
  const box = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    if (box.current && mark.current) box.current.scrollTop = mark.current.offsetTop - 80;
  }, [text, span]);

  if (text === null) return <p className="text-ink-3">The text of this document is not kept.</p>;
  const [before, marked, after] = cut(text, span);
  return (
    <div
      ref={box}
      tabIndex={0}
      role="region"
      aria-label="Stored text"
      className="relative max-h-80 overflow-y-auto rounded-md border bg-sunken p-3 font-mono text-xs leading-relaxed whitespace-pre-wrap text-ink-2"
    >
      {before}
      {marked && (
        <mark ref={mark} className="rounded-sm border-b-2 border-mark-line bg-mark text-ink">
          {marked}
        </mark>
      )}
      {after}
    </div>
  );
}

/** The text before, in and after the span, which counts characters as people do and not UTF-16 units. */
export function cut(text: string, span: [number, number] | null): [string, string, string] {
  const characters = Array.from(text);
  const [start, end] = span ?? [0, 0];
  if (start < 0 || end > characters.length || start >= end) return [text, "", ""];
  const part = (from: number, to?: number) => characters.slice(from, to).join("");
  return [part(0, start), part(start, end), part(end)];
}
