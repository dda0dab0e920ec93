"""LoCoMo, and the dialogues of this project, which have its layout with a `kind` per question."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic import BaseModel

from tacitus.domain.errors import InvalidRequest
from tacitus.evaluation.cases import Case, Question, case_of
from tacitus.evaluation.suites.evidence import document_of, labels_of
from tacitus.formats import Conversation
from tacitus.formats.jsons import shaped
from tacitus.formats.locomo import is_locomo, read_locomo

_ADVERSARIAL = "5"
"""Category of questions that lure: what they ask of one speaker was said of the other."""
_UNANSWERABLE = frozenset({_ADVERSARIAL, "unanswerable"})


class LocomoQuestion(BaseModel):
    """A question of LoCoMo or REALTALK; an adversarial one has no answer."""

    question: str
    answer: Any = ""
    evidence: Any = None
    category: int | None = None
    kind: str = ""


class _Sample(BaseModel):
    sample_id: str
    qa: list[LocomoQuestion] = []


def locomo_cases(source: str, value: object) -> list[Case]:
    """Read the samples of a file.

    Raises:
        InvalidRequest: It is no such file.
    """
    if not is_locomo(value):
        raise InvalidRequest(f"{source}: no file of LoCoMo: expected samples with a conversation")
    samples = cast(list[object], value) if isinstance(value, list) else [value]
    return [
        locomo_case(conversation, shaped(source, sample, _Sample).qa)
        for conversation, sample in zip(read_locomo(source, samples), samples, strict=True)
    ]


def locomo_case(conversation: Conversation, asked: Sequence[LocomoQuestion]) -> Case:
    """Join a conversation and its questions."""
    documents = case_of(conversation, ()).sessions
    questions = [
        _question(f"{conversation.name}/{number}", one, documents)
        for number, one in enumerate(asked, 1)
    ]
    return case_of(conversation, questions)


def _question(id: str, asked: LocomoQuestion, documents: Mapping[str, str]) -> Question:
    category = asked.kind or str(asked.category or "")
    unanswerable = category in _UNANSWERABLE
    gold = () if unanswerable else labels_of(asked.evidence)
    sessions = (document_of(label, documents) for label in gold)
    return Question(
        id=id,
        text=asked.question,
        gold=gold,
        sessions=tuple(session for session in sessions if session),
        answer=str(asked.answer),
        category=category,
        unanswerable=unanswerable,
    )
