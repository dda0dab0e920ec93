"""FactConsolidation: numbered facts, the later of which contradict earlier ones."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pydantic import BaseModel

from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import DocumentId
from tacitus.domain.terms import terms
from tacitus.evaluation.cases import Case, Question, case_of
from tacitus.formats import Conversation
from tacitus.formats.jsons import first_of, shaped

FIRST_SAID = datetime(2024, 1, 1, tzinfo=UTC)
"""The data has numbers and no times; each fact is said a minute after the one before."""
_FACT = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
_SINGLE_HOP = "_sh_"


@dataclass(frozen=True, slots=True)
class Fact:
    """A numbered fact."""

    number: int
    text: str


class _File(BaseModel):
    id: str
    context: str
    questions: list[str]
    answers: list[list[str]]


def factconsolidation_cases(source: str, value: object) -> list[Case]:
    """Read a file: the facts are one document, a turn each.

    Only single-hop questions have evidence: the data names the answer, and not the chain of facts
    that leads to it.

    Raises:
        InvalidRequest: It is no such file.
    """
    if not {"context", "questions"} <= first_of(value).keys():
        raise InvalidRequest(f"{source}: no file of FactConsolidation: expected facts as context")
    file = shaped(source, value, _File)
    facts = [Fact(int(number), text) for number, text in _FACT.findall(file.context)]
    asked = zip(file.questions, file.answers, strict=True)
    questions = [
        _question(f"{file.id}/{number}", text, answers, facts, single=_SINGLE_HOP in file.id)
        for number, (text, answers) in enumerate(asked, 1)
    ]
    return [case_of(_conversation(file.id, facts), questions)]


def answering(question: str, answer: str, facts: Sequence[Fact]) -> Fact | None:
    """Return the fact that ends in the answer and shares most words with the question.

    Of several the newest.
    """
    asked = frozenset(terms(question))
    ending = [fact for fact in facts if _subject(fact, answer) is not None]
    return max(
        ending,
        key=lambda fact: (len(asked & {*terms(_subject(fact, answer) or "")}), fact.number),
        default=None,
    )


def replaced_by(newest: Fact, answer: str, facts: Sequence[Fact]) -> list[Fact]:
    """Return the earlier facts that say something else of the same subject and relation."""
    subject = _subject(newest, answer)
    return [
        fact
        for fact in facts
        if subject and fact.text.startswith(subject) and fact.number < newest.number
    ]


def _subject(fact: Fact, answer: str) -> str | None:
    text, ending = fact.text.rstrip("."), answer.rstrip(".")
    return text[: -len(ending)] if text.casefold().endswith(ending.casefold()) else None


def _question(
    id: str, text: str, answers: Sequence[str], facts: Sequence[Fact], *, single: bool
) -> Question:
    newest = answering(text, answers[0], facts) if single else None
    older = replaced_by(newest, answers[0], facts) if newest else []
    return Question(
        id=id,
        text=text,
        gold=(str(newest.number),) if newest else (),
        older=tuple(str(fact.number) for fact in older),
        answer=answers[0],
        category="single-hop" if single else "multi-hop",
    )


def _conversation(name: str, facts: Sequence[Fact]) -> Conversation:
    turns = tuple(
        Turn(text=fact.text, at=FIRST_SAID + timedelta(minutes=fact.number), label=str(fact.number))
        for fact in facts
    )
    item = RetainItem(document=DocumentId(f"{name}/facts"), timestamp=FIRST_SAID, content=turns)
    return Conversation(name=name, documents=(item,))
