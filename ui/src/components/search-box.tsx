import { Search } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";

import { cn } from "@/lib/cn";
import { Kbd } from "./ui/kbd";

interface SearchBoxProps {
  value: string;
  onSearch: (text: string) => void;
  label: string;
  placeholder?: string;
  className?: string;
}

const PAUSE = 250;

/** Searches as one types, after a short pause; `/` comes here, Esc clears and then leaves. */
export function SearchBox({ value, onSearch, label, placeholder = label, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef(0);

  if (value !== seen) {
    setSeen(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const change = (text: string, pause = PAUSE) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(text.trim()), pause);
  };
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") change(typed, 0);
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (typed) change("", 0);
    else event.currentTarget.blur();
  };

  return (
    <div className={cn("relative", className)}>
      <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-ink-3" />
      <input
        data-search
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => change(event.target.value)}
        onKeyDown={pressed}
        className="h-8 w-full rounded-md border border-line-strong bg-surface pr-8 pl-8 text-sm placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      <span aria-hidden className="absolute top-1.5 right-2">
        <Kbd>/</Kbd>
      </span>
    </div>
  );
}
