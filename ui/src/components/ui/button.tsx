import { Slot } from "radix-ui";
import type { ComponentProps } from "react";

import { cn } from "@/lib/cn";

const base =
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0";

const variants = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-line-strong bg-surface text-ink hover:bg-hover",
  ghost: "text-ink-2 hover:bg-hover hover:text-ink",
};

const sizes = { sm: "h-7 px-2 text-xs", md: "h-8 px-3 text-sm", icon: "size-8" };

interface ButtonProps extends ComponentProps<"button"> {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Lends its looks to the one child, a link for instance. */
  asChild?: boolean;
}

export function Button({ variant = "secondary", size = "md", asChild, className, ...rest }: ButtonProps) {
  const classes = cn(base, variants[variant], sizes[size], className);
  if (asChild) return <Slot.Root className={classes} {...rest} />;
  return <button type="button" className={classes} {...rest} />;
}
