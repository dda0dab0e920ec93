import { CircleCheck, CircleX } from "lucide-react";
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react";

interface Notice {
  id: number;
  text: string;
  failed: boolean;
}

interface Notices {
  done: (text: string) => void;
  failed: (error: Error) => void;
}

const Context = createContext<Notices>({ done: () => {}, failed: () => {} });
const LASTS = 5_000;
let last = 0;

export function useNotices(): Notices {
  return useContext(Context);
}

/** Short words on what has just happened, read out and gone after five seconds. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);

  const show = useCallback((text: string, failed: boolean) => {
    const notice = { id: ++last, text, failed };
    setNotices((others) => [...others.slice(-2), notice]);
    window.setTimeout(() => setNotices((others) => others.filter((one) => one.id !== notice.id)), LASTS);
  }, []);

  const value = useMemo(
    () => ({
      done: (text: string) => show(text, false),
      failed: (error: Error) => show(error.message, true),
    }),
    [show],
  );

  return (
    <Context.Provider value={value}>
      {children}
      <div aria-live="polite" className="pointer-events-none fixed bottom-4 left-1/2 z-50 grid w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 gap-2">
        {notices.map((notice) => (
          <p key={notice.id} className="flex items-center gap-2 rounded-md bg-ink px-3 py-2 text-sm text-canvas shadow-pop">
            {notice.failed ? <CircleX aria-label="Failed:" className="size-4" /> : <CircleCheck aria-hidden className="size-4" />}
            {notice.text}
          </p>
        ))}
      </div>
    </Context.Provider>
  );
}
