import { createContext, useCallback, useContext, useMemo, useState, type FormEvent, type ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";

const KEY = "recallops.name";

interface Actor {
  name: string;
  rename: (name: string) => void;
  /** Runs with the name of whoever decides, and asks for it first where it is not known. */
  act: (decide: (by: string) => void) => void;
}

const Context = createContext<Actor | null>(null);

export function useActor(): Actor {
  const actor = useContext(Context);
  if (!actor) throw new Error("useActor needs an ActorProvider");
  return actor;
}

/** Whoever confirms, accepts or rejects is named: the name is asked for once and kept in this browser. */
export function ActorProvider({ children }: { children: ReactNode }) {
  const [name, setName] = useState(() => localStorage.getItem(KEY) ?? "");
  const [waiting, setWaiting] = useState<((by: string) => void) | null>(null);

  const rename = useCallback((next: string) => {
    localStorage.setItem(KEY, next.trim());
    setName(next.trim());
  }, []);

  const act = useCallback(
    (decide: (by: string) => void) => {
      if (name) decide(name);
      else setWaiting(() => decide);
    },
    [name],
  );

  const value = useMemo(() => ({ name, rename, act }), [name, rename, act]);
  const answer = (given: string) => {
    rename(given);
    waiting?.(given.trim());
    setWaiting(null);
  };

  return (
    <Context.Provider value={value}>
      {children}
      <Dialog
        open={waiting !== null}
        onOpenChange={(open) => !open && setWaiting(null)}
        title="Who decides this?"
        description="Decisions are recorded with a name. It is kept in this browser; Settings changes it."
      >
        <NameForm onAnswer={answer} />
      </Dialog>
    </Context.Provider>
  );
}

function NameForm({ onAnswer }: { onAnswer: (name: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get("name") ?? "");
    if (given.trim()) onAnswer(given);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Your name">{(id) => <Input id={id} name="name" autoComplete="name" required maxLength={80} />}</Field>
      <Button type="submit" variant="primary" className="justify-self-end">
        Continue
      </Button>
    </form>
  );
}
