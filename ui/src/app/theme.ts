import { useEffect, useState } from "react";

export type ThemeChoice = "system" | "light" | "dark";

const KEY = "recallops.theme";
const darkSystem = () => window.matchMedia("(prefers-color-scheme: dark)");

function stored(): ThemeChoice {
  const value = localStorage.getItem(KEY);
  return value === "light" || value === "dark" ? value : "system";
}

function apply(choice: ThemeChoice): void {
  const dark = choice === "system" ? darkSystem().matches : choice === "dark";
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}

/** The chosen theme, followed by the page and kept for the next visit. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const [choice, setChoice] = useState(stored);

  useEffect(() => {
    apply(choice);
    const system = darkSystem();
    const follow = () => apply(choice);
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, [choice]);

  const choose = (next: ThemeChoice) => {
    if (next === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
    setChoice(next);
  };
  return [choice, choose];
}
