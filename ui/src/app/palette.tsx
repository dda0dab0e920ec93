import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { FileText, Plus, Search } from "lucide-react";
import { useDeferredValue, useEffect, useState, type ReactNode } from "react";

import { useIncidents } from "@/api/queries";
import { StatusLabel } from "@/components/labels";
import { destinations } from "./navigation";

const NEW = "New incident";

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function Palette({ open, onOpenChange }: PaletteProps) {
  const [chosen, setChosen] = useState("");
  return (
    <Command.Dialog
      open={open}
      onOpenChange={onOpenChange}
      label="Search or jump"
      shouldFilter={false}
      value={chosen}
      onValueChange={setChosen}
      overlayClassName="fixed inset-0 z-40 bg-shade"
      contentClassName="fixed top-[14vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border bg-surface shadow-pop"
    >
      {open && <Choices onDone={() => onOpenChange(false)} choose={setChosen} />}
    </Command.Dialog>
  );
}

interface ChoicesProps {
  onDone: () => void;
  choose: (value: string) => void;
}

function Choices({ onDone, choose }: ChoicesProps) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const navigate = useNavigate();
  const { data } = useIncidents({ search, limit: 6 });
  const matches = (label: string) => label.toLowerCase().includes(search.toLowerCase());
  const pages = destinations.filter(({ label }) => matches(label));
  // The first of what is there is chosen, incidents come a moment after the pages; an id that is typed out is meant.
  const sought = data?.items.find(({ id }) => id === typed.trim().toUpperCase()) ?? data?.items[0];
  const first = sought?.id ?? pages[0]?.to ?? (matches(NEW) ? "new" : "memory-search");
  useEffect(() => choose(first), [choose, first]);
  const follow = (go: () => Promise<void>) => () => {
    onDone();
    void go();
  };

  return (
    <>
      <div className="flex items-center gap-2 border-b px-3">
        <Search aria-hidden className="size-4 text-ink-3" />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder="An incident, a page, or a question to the memory"
          className="h-11 flex-1 bg-transparent text-base outline-none placeholder:text-ink-3"
        />
      </div>
      <Command.List className="max-h-[60vh] overflow-y-auto p-1.5">
        <Group heading="Incidents" empty={!data?.items.length}>
          {data?.items.map((incident) => (
            <Item
              key={incident.id}
              value={incident.id}
              onSelect={follow(() => navigate({ to: "/incidents/$id", params: { id: incident.id } }))}
            >
              <span className="w-20 shrink-0 font-mono text-xs text-ink-3">{incident.id}</span>
              <span className="min-w-0 flex-1 truncate">{incident.title}</span>
              <StatusLabel status={incident.status} className="hidden text-xs text-ink-2 sm:inline-flex" />
            </Item>
          ))}
        </Group>
        <Group heading="Go to" empty={pages.length === 0 && !matches(NEW)}>
          {pages.map(({ to, label, icon: Icon }) => (
            <Item key={to} value={to} onSelect={follow(() => navigate({ to }))}>
              <Icon aria-hidden className="size-4 text-ink-3" />
              {label}
            </Item>
          ))}
          {matches(NEW) && (
            <Item value="new" onSelect={follow(() => navigate({ to: "/incidents/new" }))}>
              <Plus aria-hidden className="size-4 text-ink-3" />
              {NEW}
            </Item>
          )}
        </Group>
        {search && (
          <Group heading="Memory">
            <Item value="memory-search" onSelect={follow(() => navigate({ to: "/memory", search: { q: search } }))}>
              <FileText aria-hidden className="size-4 text-ink-3" />
              Search the memory for “{search}”
            </Item>
          </Group>
        )}
      </Command.List>
    </>
  );
}

interface GroupProps {
  heading: string;
  empty?: boolean;
  children: ReactNode;
}

function Group({ heading, empty = false, children }: GroupProps) {
  if (empty) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  );
}

function Item({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 cursor-pointer items-center gap-2 rounded-md px-2 data-[selected=true]:bg-hover"
    >
      {children}
    </Command.Item>
  );
}
