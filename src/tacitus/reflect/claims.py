"""What an answer claims, before anybody checked it."""

from dataclasses import dataclass

from pydantic import BaseModel, Field

from tacitus.domain.reflection import Mode, Usage


class SentenceReply(BaseModel):
    """A sentence as a model wrote it."""

    text: str
    citations: list[int] = Field(default_factory=list[int])


class OpinionReply(BaseModel):
    """A judgment as a model wrote it."""

    text: str
    confidence: float = Field(ge=0, le=1)
    citations: list[int] = Field(default_factory=list[int])


class Reply(BaseModel):
    """The shape a model answers in."""

    sentences: list[SentenceReply] = Field(default_factory=list[SentenceReply])
    missing: str = ""
    opinions: list[OpinionReply] = Field(default_factory=list[OpinionReply])


@dataclass(frozen=True, slots=True)
class Claimed:
    """An answer before anybody checked it.

    Attributes:
        reply: Citations are numbers of the evidence, from 1, as claimed.
    """

    reply: Reply
    mode: Mode
    usage: Usage
