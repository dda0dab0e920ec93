import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-[18px] min-w-[18px] place-items-center rounded-sm border border-line-strong bg-sunken px-1 font-mono text-2xs text-ink-2">
      {children}
    </kbd>
  );
}
