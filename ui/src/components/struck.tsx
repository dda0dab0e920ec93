import type { Unsupported } from "@/api/types";

/** What did not hold, crossed out, each with why. */
export function Struck({ claims }: { claims: readonly Unsupported[] }) {
  return (
    <ul className="grid gap-2">
      {claims.map(({ text, reason }) => (
        <li key={text}>
          <del className="text-ink-3">{text}</del>
          <p className="text-xs text-ink-2">{reason}</p>
        </li>
      ))}
    </ul>
  );
}
