import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
  className?: string;
}

export function Dialog({ open, onOpenChange, title, description, children, className }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          data-modal
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cn(
            "fixed top-[12vh] left-1/2 z-50 max-h-[80vh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 overflow-y-auto rounded-lg border bg-surface p-5 shadow-pop",
            className,
          )}
        >
          <Radix.Title className="pr-8 text-lg font-semibold">{title}</Radix.Title>
          {description && <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>}
          <div className="mt-4">{children}</div>
          {/* Last, so that the focus begins at what the dialog is about. */}
          <Radix.Close
            aria-label="Close"
            className="absolute top-4 right-4 grid size-7 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
          >
            <X className="size-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
