import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useRef, type ReactNode } from "react";

interface DrawerProps {
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}

/** A panel at the right that leaves the page usable, so that the next reference can be clicked beside it. */
export function Drawer({ onClose, title, children }: DrawerProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
          ref={content}
          tabIndex={-1}
          className="fixed inset-y-0 right-0 z-40 flex w-full flex-col border-l bg-surface shadow-pop outline-none sm:w-[440px]"
        >
          <div className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
            <Radix.Title className="flex min-w-0 flex-1 items-center gap-2 font-semibold">{title}</Radix.Title>
            <Radix.Close
              aria-label="Close"
              className="grid size-7 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
            >
              <X className="size-4" />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
