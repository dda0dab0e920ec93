import { useId, type ReactNode } from "react";

import { cn } from "@/lib/cn";

interface PanelProps {
  title: string;
  /** A number or a few words beside the title. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Panel({ title, note, actions, children, className }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn("min-w-0 rounded-lg border bg-surface", className)}>
      <header className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 border-b px-4 py-1.5">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {note !== undefined && <span className="text-xs text-ink-3 tabular">{note}</span>}
        {actions && <div className="ml-auto flex items-center gap-1.5">{actions}</div>}
      </header>
      <div className="p-4 wrap-anywhere">{children}</div>
    </section>
  );
}
