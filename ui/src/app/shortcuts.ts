/** Keys of every page. Lists take part by `data-row` on the element to focus, a page's search by `data-search`. */
import { useEffect } from "react";

interface Shortcuts {
  onPalette: () => void;
  onHelp: () => void;
}

export function useShortcuts({ onPalette, onHelp }: Shortcuts): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || modalIsOpen()) return;
      if (event.key === "/") {
        event.preventDefault();
        const search = document.querySelector<HTMLInputElement>("[data-search]");
        if (search) search.focus();
        else onPalette();
      } else if (event.key === "?") onHelp();
      else if (event.key === "j") moveInList(1);
      else if (event.key === "k") moveInList(-1);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [onPalette, onHelp]);
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable=true]") !== null;
}

function modalIsOpen(): boolean {
  return document.querySelector("[data-modal], [cmdk-root], [role=menu]") !== null;
}

/** Focus moves to the next or previous row of the page; from outside the list, to its first or last. */
export function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  if (rows.length === 0) return;
  const current = rows.indexOf(document.activeElement as HTMLElement);
  const from = current === -1 && step === -1 ? rows.length : current;
  const row = rows[Math.min(rows.length - 1, Math.max(0, from + step))];
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}
