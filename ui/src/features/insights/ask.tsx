import { useState, type FormEvent } from "react";

import { useAsk } from "@/api/mutations";
import type { InsightAnswer } from "@/api/types";
import { ClaimList, References } from "@/components/references";
import { Struck } from "@/components/struck";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { Failure } from "@/components/ui/states";

const EXAMPLE = "What keeps happening?";

export function Ask({ service, cause }: { service: string | null; cause: string | undefined }) {
  const examples = cause ? [EXAMPLE, `What helped against this: ${cause}`] : [EXAMPLE];
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
          {examples.map((example) => (
            <button key={example} type="button" className="text-left text-accent hover:underline" onClick={() => put(example)}>
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
        {answer.answer.length > 0 && (
          <p className="text-xs text-ink-3">
            {answer.model ? `In the words of ${answer.model}, each checked against what it cites` : "Quoted from the records, no model was asked"}
          </p>
        )}
        {answer.unsupported.length > 0 && (
          <section aria-label="Struck as unsupported" className="grid gap-1.5">
            <h3 className="text-xs font-medium text-ink-3">Struck as unsupported</h3>
            <Struck claims={answer.unsupported} />
          </section>
        )}
        {answer.missing.length > 0 && (
          <p className="text-xs text-ink-3">
            <span className="font-medium">Not known:</span> {answer.missing.join("; ")}
          </p>
        )}
      </div>
    </References>
  );
}
