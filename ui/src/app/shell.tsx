import { Outlet, useSearch } from "@tanstack/react-router";
import { Menu as MenuIcon, Search } from "lucide-react";
import { useCallback, useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { EvidenceDrawer } from "@/features/evidence/drawer";
import { cn } from "@/lib/cn";
import { Palette } from "./palette";
import { useShortcuts } from "./shortcuts";
import { Brand, Sidebar } from "./sidebar";

const KEYS = [
  ["Ctrl K", "Search or jump anywhere"],
  ["/", "Search on this page"],
  ["j", "Next row"],
  ["k", "Previous row"],
  ["Enter", "Open the row"],
  ["Esc", "Close what is open"],
  ["?", "This list"],
] as const;

export function Shell() {
  const [palette, setPalette] = useState(false);
  const [help, setHelp] = useState(false);
  const [menu, setMenu] = useState(false);
  const { evidence } = useSearch({ from: "__root__" });
  const onPalette = useCallback(() => setPalette(true), []);
  const onHelp = useCallback(() => setHelp(true), []);
  useShortcuts({ onPalette, onHelp });
  const paletteFromMenu = () => {
    setMenu(false);
    setPalette(true);
  };

  return (
    <div className="min-h-dvh md:pl-[216px]">
      <a href="#main" className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2">
        Skip to the page
      </a>
      <aside className="fixed inset-y-0 left-0 z-20 hidden w-[216px] border-r bg-canvas md:block">
        <Sidebar onPalette={onPalette} />
      </aside>
      <header className="sticky top-0 z-20 flex h-12 items-center gap-1 border-b bg-canvas px-3 md:hidden">
        <Brand />
        <Button variant="ghost" size="icon" className="ml-auto" aria-label="Search or jump" onClick={onPalette}>
          <Search aria-hidden className="size-4!" />
        </Button>
        <Button variant="ghost" size="icon" aria-label="Menu" onClick={() => setMenu(true)}>
          <MenuIcon aria-hidden className="size-4!" />
        </Button>
      </header>
      <main id="main" tabIndex={-1} className={cn("@container outline-none", evidence && "lg:mr-[440px]")}>
        <Outlet />
      </main>
      <Dialog open={menu} onOpenChange={setMenu} title="Menu" className="top-2 max-w-none translate-y-0">
        <Sidebar onPalette={paletteFromMenu} onNavigate={() => setMenu(false)} />
      </Dialog>
      <Dialog open={help} onOpenChange={setHelp} title="Keys" className="max-w-sm">
        <dl className="grid gap-2">
          {KEYS.map(([key, what]) => (
            <div key={key} className="flex items-center justify-between">
              <dt>{what}</dt>
              <dd>
                <Kbd>{key}</Kbd>
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
      <Palette open={palette} onOpenChange={setPalette} />
      {evidence && <EvidenceDrawer id={evidence} />}
    </div>
  );
}
