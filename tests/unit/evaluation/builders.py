"""Conversations, rows and a memory system for the tests of evaluation."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.ids import DocumentId
from tacitus.evaluation.cases import Case, Question, case_of
from tacitus.evaluation.rows import Answered, Returned, Row, Setup
from tacitus.formats import Conversation
from tests.builders import NOON

SETUP = Setup(suite="locomo", system="test", data="0", options={})


def a_case(name: str, *sessions: Sequence[str], questions: Sequence[Question] = ()) -> Case:
    """A conversation of Ann and Ben in turns; the label of a turn is `<session>:<turn>`, from 1."""
    documents = tuple(
        RetainItem(
            document=DocumentId(f"{name}/{number}"),
            timestamp=NOON + timedelta(days=number),
            content=tuple(
                Turn(text=text, speaker=("Ann", "Ben")[at % 2], label=f"{number}:{at + 1}")
                for at, text in enumerate(texts)
            ),
        )
        for number, texts in enumerate(sessions, 1)
    )
    return case_of(Conversation(name=name, documents=documents), questions)


def a_returned(
    *turns: str, relevance: float | None = 0.5, tokens: int = 10, **other: Any
) -> Returned:
    return Returned(
        id="/".join(turns), turns=turns, tokens=tokens, relevance=relevance, kept=True, **other
    )


def a_row(*returned: Returned, **other: Any) -> Row:
    values: dict[str, Any] = {
        "id": "q",
        "kind": "own",
        "conversation": "talk",
        "category": "1",
        "question": "Who?",
        "answer": "Ann",
        "gold": (),
        "sessions": (),
        "older": (),
        "unanswerable": False,
        "returned": returned,
        "tokens": sum(one.tokens for one in returned if one.kept),
        "ms": 1.0,
        "budgets": {512: (), 1024: (), 2048: (), 4096: ()},
    }
    return Row(**values | other)


@dataclass
class KnownAnswers:
    """A memory system that returns the turns it was made with, and notes what is done to it.

    Attributes:
        turns: What to return, by question.
        broken: Question at which it fails.
        kept: The places of what it returns as it comes; None is all.
    """

    turns: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    broken: str | None = None
    kept: Container[int] | None = None
    banks: set[str] = field(default_factory=set[str])
    asked: list[str] = field(default_factory=list[str])
    name: str = "known answers"

    async def retain(self, bank: str, case: Case) -> None:
        self.banks.add(bank)

    async def ask(self, bank: str, case: Case, question: Question) -> Answered:
        if question.text == self.broken:
            raise RuntimeError(question.text)
        self.asked.append(question.text)
        turns = tuple(self.turns.get(question.text, ()))
        return Answered(
            returned=tuple(
                replace(a_returned(turn), kept=self.kept is None or place in self.kept)
                for place, turn in enumerate(turns)
            ),
            tokens=10 * len(turns),
            ms=2.0,
            budgets={512: turns},
            texts=turns,
        )

    async def forget(self, bank: str) -> None:
        self.banks.discard(bank)
