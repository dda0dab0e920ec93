import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface MenuProps<T extends string> {
  trigger: ReactNode;
  label: string;
  options: readonly { value: T; label: ReactNode }[];
  value?: T | undefined;
  onChoose: (value: T) => void;
  side?: "top" | "bottom";
  align?: "start" | "end";
}

/** One choice out of a few. It opens where it stands, so that it belongs to the same landmark or dialog. */
export function Menu<T extends string>({ trigger, label, options, value, onChoose, side = "bottom", align = "start" }: MenuProps<T>) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        side={side}
        align={align}
        sideOffset={4}
        className="z-50 min-w-44 rounded-md border bg-surface p-1 text-sm font-normal text-ink shadow-pop"
      >
        <Radix.Label className="px-2 py-1 text-xs text-ink-3">{label}</Radix.Label>
        {options.map((option) => (
          <Radix.Item
            key={option.value}
            onSelect={() => onChoose(option.value)}
            className="flex h-7 cursor-pointer items-center gap-2 rounded-sm px-2 outline-none data-highlighted:bg-hover"
          >
            <span className="flex-1">{option.label}</span>
            {option.value === value && <Check aria-label="chosen" className="size-3.5 text-accent" />}
          </Radix.Item>
        ))}
      </Radix.Content>
    </Radix.Root>
  );
}
