import { useState, type FormEvent } from "react";

import { useAsk } from "@/api/mutations";
import type { InsightAnswer } from "@/api/types";
import { ClaimList, References } from "@/components/references";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { Failure } from "@/components/ui/states";

const EXAMPLES = ["What keeps exhausting the connection pool?", "Why do consumers rebalance?"];

export function Ask({ service }: { service: string | null }) {
  const [question, setQuestion] = useState("");
  const ask = useAsk();
  const put = (text: string) => {
    setQuestion(text);
    if (text.trim()) ask.mutate({ question: text.trim(), service });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    put(question);
  };
  return (
    <section aria-label="Ask" className="rounded-lg border bg-surface p-4">
      <form onSubmit={submit} className="flex gap-2">
        <Input
          data-search
          aria-label="Question"
          placeholder={service ? `Ask what was learned about ${service}` : "Ask what was learned from all incidents"}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={ask.isPending || !question.trim()}>
          {ask.isPending ? "Asking …" : "Ask"}
        </Button>
      </form>
      {ask.isIdle && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
          For example
          {EXAMPLES.map((example) => (
            <button key={example} type="button" className="text-accent hover:underline" onClick={() => put(example)}>
              {example}
            </button>
          ))}
        </p>
      )}
      <div aria-live="polite">
        {ask.error && (
          <div className="mt-3">
            <Failure what="The question was not answered." error={ask.error} />
          </div>
        )}
        {ask.data && <Answer answer={ask.data} />}
      </div>
    </section>
  );
}

function Answer({ answer }: { answer: InsightAnswer }) {
  return (
    <References evidence={answer.evidence}>
      <div className="mt-4 grid gap-3 border-t pt-4">
        <ClaimList claims={answer.answer} empty="Nothing on record answers this." />
        {answer.missing.length > 0 && (
          <p className="text-xs text-ink-3">
            <span className="font-medium">Not known:</span> {answer.missing.join("; ")}
          </p>
        )}
      </div>
    </References>
  );
}
