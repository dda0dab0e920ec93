import { useEffect, type ReactNode } from "react";

import { cn } from "@/lib/cn";

interface PageProps {
  title: string;
  description?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, description, actions, children }: PageProps) {
  useTitle(title);
  return (
    <div className="mx-auto w-full max-w-[1240px] px-4 py-5 md:px-8 md:py-6">
      <header className="mb-4 flex flex-wrap items-start gap-3">
        <div className={cn("min-w-0 flex-1", description && "basis-72")}>
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {description && <p className="mt-0.5 max-w-2xl text-ink-2">{description}</p>}
        </div>
        {actions && <div className="flex items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · RecallOps`;
  }, [title]);
}
