import { CircleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";
import { Button } from "./button";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("animate-pulse rounded-md bg-sunken", className)} />;
}

/** Holds the place of `rows` lines while they are on their way. */
export function Loading({ label, rows = 5 }: { label: string; rows?: number }) {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className="h-9" />
      ))}
    </div>
  );
}

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  /** The heading of the page, where there is nothing else on it. */
  heading?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}

export function Empty({ icon: Icon, title, heading = false, children, action }: EmptyProps) {
  const Title = heading ? "h1" : "p";
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="grid size-10 place-items-center rounded-full bg-sunken text-ink-3">
        <Icon aria-hidden className="size-5" />
      </span>
      <Title className="text-base font-semibold">{title}</Title>
      {children && <div className="max-w-md text-ink-2">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

export function Failure({ what, error, onRetry }: { what: string; error: Error; onRetry?: () => void }) {
  return (
    <div role="alert" className="flex items-start gap-3 rounded-lg border border-critical/40 bg-critical-soft p-4">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-critical" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{what}</p>
        <p className="text-ink-2">{error.message}</p>
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
