"""What reflect asks and answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tacitus.domain.banks import Disposition
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import RecallOptions
from tacitus.domain.standing import Directive


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectOptions:
    """How to reflect.

    Attributes:
        disposition: Overrides the bank's for this answer alone.
        context: What the caller adds to the question.
        answer_tokens: Ceiling on the answer's length.
        max_calls: Most calls of the language model, repeated ones included.
        response_schema: JSON schema of an object that the answer is to be put into as well.
        directives: Rules for this answer; those of the bank that bind it are added.
        all_directives: Whether all active directives of the bank bind it, whatever their tags.
    """

    recall: RecallOptions = field(default_factory=RecallOptions)
    disposition: Disposition | None = None
    context: str = ""
    answer_tokens: int = 1024
    max_calls: int = 4
    response_schema: Mapping[str, object] | None = None
    directives: tuple[Directive, ...] = ()
    all_directives: bool = False

    def __post_init__(self) -> None:
        if self.max_calls < 1:
            raise InvalidRequest("An answer takes one call of the model at least")


class Support(StrEnum):
    """Whether a sentence's citations hold."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    """It cites nothing, or what it cites was not given or does not say it."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an answer, with the memories it rests on.

    Attributes:
        superseded: Those of the memories that no longer hold; the text then says since when.
    """

    text: str
    citations: tuple[MemoryId, ...]
    support: Support
    superseded: tuple[MemoryId, ...] = ()


class Mode(StrEnum):
    """Who wrote the answer."""

    MODEL = "model"
    EXTRACTIVE = "extractive"
    """No model is configured: sentences of memories, as they stand."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the language model cost: tokens read and written, and calls."""

    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.calls + other.calls,
        )


@dataclass(frozen=True, slots=True)
class OpinionDraft:
    """A judgment a reflection came to, before it is stored.

    Attributes:
        confidence: 0 to 1.
        drawn_from: Memories it was drawn from.
    """

    text: str
    confidence: float
    drawn_from: tuple[MemoryId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """An answer that can be audited.

    Attributes:
        text: The supported sentences, joined; what is missing, where it abstains.
        abstained: There was too little evidence to answer.
        missing: What one would have to know, if it abstained.
        based_on: The memories given to the answer, best first.
        opinions: Beliefs formed on the way.
        structured: The answer in the shape that was asked for.
        structured_error: Why there is none, where one was asked for.
        directives: The rules that a model was given; none where it quotes.
    """

    text: str
    sentences: tuple[Sentence, ...]
    mode: Mode
    based_on: tuple[Memory, ...]
    abstained: bool = False
    missing: str = ""
    opinions: tuple[OpinionDraft, ...] = ()
    usage: Usage = field(default_factory=Usage)
    relevance: Mapping[MemoryId, float] = field(default_factory=dict[MemoryId, float])
    structured: Mapping[str, object] | None = None
    structured_error: str = ""
    directives: tuple[Directive, ...] = ()
