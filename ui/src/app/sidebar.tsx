import { Link } from "@tanstack/react-router";
import { Monitor, Moon, Search, Sun } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Menu } from "@/components/ui/menu";
import { useActor } from "./actor";
import { destinations } from "./navigation";
import { useTheme, type ThemeChoice } from "./theme";

const themes: { value: ThemeChoice; label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];
const themeIcons = { system: Monitor, light: Sun, dark: Moon };

interface SidebarProps {
  onPalette: () => void;
  /** Called after a link was followed: the phone's menu closes. */
  onNavigate?: () => void;
}

export function Sidebar({ onPalette, onNavigate }: SidebarProps) {
  return (
    <div className="flex h-full flex-col gap-4 max-md:-m-2 md:p-3">
      {!onNavigate && <Brand />}
      <button
        type="button"
        onClick={onPalette}
        className="flex h-8 shrink-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-ink-3 hover:bg-hover"
      >
        <Search aria-hidden className="size-3.5" />
        <span className="flex-1 text-left">Search or jump</span>
        {!onNavigate && <Kbd>Ctrl K</Kbd>}
      </button>
      <nav aria-label="Main" className="grid gap-0.5">
        {destinations.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            onClick={onNavigate}
            className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-ink-2 hover:bg-hover hover:text-ink"
            activeProps={{ className: "bg-accent-soft! text-accent! font-medium" }}
          >
            <Icon aria-hidden className="size-4" />
            {label}
          </Link>
        ))}
      </nav>
      <Foot />
    </div>
  );
}

export function Brand() {
  return (
    <Link to="/incidents" className="flex h-8 items-center gap-2 px-1.5 font-semibold tracking-tight">
      <img src="/mark.svg" alt="" className="size-5" />
      RecallOps
    </Link>
  );
}

function Foot() {
  const { name } = useActor();
  const [theme, setTheme] = useTheme();
  const Icon = themeIcons[theme];
  return (
    <div className="mt-auto flex items-center gap-1 border-t pt-3">
      <Link to="/settings" className="min-w-0 flex-1 truncate rounded-md px-2 py-1 text-xs text-ink-2 hover:bg-hover">
        {name ? <>Acting as {name}</> : "Say who you are"}
      </Link>
      <Menu
        label="Theme"
        side="top"
        align="end"
        options={themes}
        value={theme}
        onChoose={setTheme}
        trigger={
          <Button variant="ghost" size="icon" aria-label={`Theme: ${theme}`}>
            <Icon aria-hidden />
          </Button>
        }
      />
    </div>
  );
}
