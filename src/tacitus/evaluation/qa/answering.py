"""One question answered from recalled memories by a language model, and judged by it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Template
from typing import Literal

from pydantic import BaseModel

from tacitus.domain.errors import UnusableAnswer
from tacitus.evaluation.cases import Question
from tacitus.evaluation.rows import Judged
from tacitus.ports.models import LanguageModel

NOT_MENTIONED = "not mentioned"


class ShortAnswer(BaseModel):
    """What the model answers."""

    answer: str


class Verdict(BaseModel):
    """What the judge says; anything else is no verdict."""

    verdict: Literal["right", "wrong"]


@dataclass(frozen=True, slots=True)
class Answering:
    """Answers and judges by one model."""

    model: LanguageModel

    @property
    def name(self) -> str:
        """The model, and a digest of the prompts: what a score cannot be compared without."""
        prompts = "".join(_text(name) for name in ("answer", "judge"))
        return f"{self.model.name}, prompts {hashlib.sha256(prompts.encode()).hexdigest()[:8]}"

    async def __call__(self, question: Question, texts: Sequence[str]) -> Judged:
        """Answer from the texts alone, and judge against the gold answer."""
        try:
            answer = await self._answer(question, texts)
        except UnusableAnswer:
            return Judged(answer="", right=None, model=self.model.name)
        return Judged(
            answer=answer, right=await self._is_right(question, answer), model=self.model.name
        )

    async def _answer(self, question: Question, texts: Sequence[str]) -> str:
        today = question.asked_at.date().isoformat() if question.asked_at else "an unknown day"
        memories = "\n".join(texts) or "(none)"
        asked = await self.model.ask(
            system=Template(_text("answer")).substitute(today=today),
            prompt=f"Memories:\n{memories}\n\nQuestion: {question.text}",
            shape=ShortAnswer,
        )
        return asked.value.answer.strip()

    async def _is_right(self, question: Question, answer: str) -> bool | None:
        """Return the verdict, None where none could be read."""
        told = (
            f"Kind: {question.category}\n"
            f"Question: {question.text}\n"
            f"Gold answer: {question.answer or NOT_MENTIONED}\n"
            f"Answer to be judged: {answer}"
        )
        try:
            judged = await self.model.ask(system=_text("judge"), prompt=told, shape=Verdict)
        except UnusableAnswer:
            return None
        return judged.value.verdict == "right"


@cache
def _text(name: str) -> str:
    return resources.files("tacitus.evaluation.qa").joinpath(f"{name}.md").read_text("utf-8")
