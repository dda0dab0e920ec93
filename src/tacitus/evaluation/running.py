"""A run: conversations retained into banks of their own, asked, and forgotten again."""

import hashlib
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from time import perf_counter

from tacitus.evaluation.cases import Case, Question
from tacitus.evaluation.foreign import foreign_questions
from tacitus.evaluation.journal import Journal
from tacitus.evaluation.rows import LISTED, Answered, Judged, Kind, Retained, Returned, Row
from tacitus.evaluation.systems import MemorySystem

Judge = Callable[[Question, Sequence[str]], Awaitable[Judged]]
"""Answers a question from texts and judges the answer."""
Progress = Callable[[str, int], None]
"""Told what is worked on, and how many questions were done since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question to be put to a conversation's bank."""

    question: Question
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is asked of which conversation.

    Attributes:
        kinds: Which questions of other conversations are asked as well.
        limit: Most questions in all, the first ones.
    """

    cases: tuple[Case, ...]
    kinds: tuple[Kind, ...] = ("own",)
    limit: int | None = None

    def rounds(self) -> Iterator[tuple[Case, list[Asked]]]:
        """Yield each conversation with its questions, those without any left out."""
        left = self.limit
        for case in self.cases:
            asked = [one for kind in self.kinds for one in self._asked(case, kind)][:left]
            if left is not None:
                left -= len(asked)
            if asked:
                yield case, asked

    def _asked(self, case: Case, kind: Kind) -> list[Asked]:
        questions: Sequence[Question] = case.questions
        if kind != "own":
            questions = foreign_questions(case, self.cases, rename=kind == "renamed")
        return [Asked(question=question, kind=kind) for question in questions]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Puts a plan to a memory system.

    Attributes:
        judge: Answers and judges, where that is asked for.
        mark: Makes the names of banks that no user has.
    """

    system: MemorySystem
    journal: Journal
    progress: Progress = lambda doing, done: None
    judge: Judge | None = None
    mark: str = field(default_factory=lambda: f"evaluation-{token_hex(4)}")

    async def carry_out(self, plan: Plan) -> None:
        """Ask what has not been asked yet; whatever happens, no bank is left behind."""
        for number, (case, asked) in enumerate(plan.rounds()):
            todo = [one for one in asked if one.question.id not in self.journal.rows]
            self.progress(case.name, len(asked) - len(todo))
            if not todo:
                continue
            bank = f"{self.mark}-{number}"
            try:
                await self._retain(bank, case)
                for one in todo:
                    self.journal.add(await self._ask(bank, case, one))
                    self.progress(case.name, 1)
            finally:
                await self.system.forget(bank)

    async def _retain(self, bank: str, case: Case) -> None:
        self.progress(f"{case.name}: retaining", 0)
        began = perf_counter()
        await self.system.retain(bank, case)
        seconds = perf_counter() - began
        self.journal.add(
            Retained(conversation=case.name, turns=len(case.turns), seconds=round(seconds, 3))
        )
        self.progress(case.name, 0)

    async def _ask(self, bank: str, case: Case, asked: Asked) -> Row:
        question = asked.question
        answered = await self.system.ask(bank, case, question)
        judged = None
        if self.judge is not None and asked.kind == "own":
            judged = await self.judge(question, answered.texts)
        return _row(case, asked, answered, judged)


def digest_of(cases: Sequence[Case]) -> str:
    """Return a short digest of conversations and questions."""
    told = [
        [case.name, list(case.turns), [[one.id, one.text, one.gold] for one in case.questions]]
        for case in cases
    ]
    encoded = json.dumps(told, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(encoded).hexdigest()[:16]


def _kept_in_rows(returned: Sequence[Returned]) -> tuple[Returned, ...]:
    """Return the head of the ranking, and whatever is returned as it comes."""
    return tuple(one for place, one in enumerate(returned) if place < LISTED or one.kept)


def _row(case: Case, asked: Asked, answered: Answered, judged: Judged | None) -> Row:
    question = asked.question
    return Row(
        id=question.id,
        kind=asked.kind,
        conversation=case.name,
        category=question.category,
        question=question.text,
        answer=question.answer,
        gold=question.gold,
        sessions=question.sessions,
        older=question.older,
        unanswerable=question.unanswerable,
        returned=_kept_in_rows(answered.returned),
        tokens=answered.tokens,
        ms=round(answered.ms, 2),
        budgets={
            budget: tuple(turn for turn in turns if turn in question.gold)
            for budget, turns in answered.budgets.items()
        },
        judged=judged,
    )
