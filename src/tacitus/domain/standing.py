"""What stands in a bank besides memories: directives for its answers, and questions answered anew."""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NewType
from uuid import UUID

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import BankId, OperationId
from tacitus.domain.operations import Job, JobKind
from tacitus.domain.tags import Tagged, TagMatch
from tacitus.domain.texts import distinct, said

DirectiveId = NewType("DirectiveId", UUID)
AnswerId = NewType("AnswerId", str)
"""Chosen by the caller; small letters, digits and hyphens."""

CHANGED = "The standing answer was changed meanwhile"
"""Why one is not saved as it was worked out: it is to be read anew."""
LONGEST = 4000
"""Characters of a directive, and of a question."""
_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,126}[a-z0-9])?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Directive:
    """A rule for answers of a bank: how they are given, never what is true.

    Attributes:
        priority: Higher ones are told first.
        tags: None binds every answer; others bind those that are asked for one of them.
    """

    id: DirectiveId
    bank: BankId
    name: str
    content: str
    created_at: datetime
    updated_at: datetime
    priority: int = 0
    active: bool = True
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingAnswer:
    """A question that is asked again and again, and what was answered last.

    Attributes:
        content: Empty until it was answered, and after it was cleared.
        tags: Only memories with all of these are asked; none asks all.
        max_tokens: Ceiling on the answer.
        refreshed_at: When it was answered.
        seen_at: When the latest memory was learnt that it could know.
        failed_at: When answering it failed, if that was later.
        based_on: The memories it rests on, as JSON values by the wire's names.
    """

    id: AnswerId
    bank: BankId
    name: str
    question: str
    created_at: datetime
    content: str = ""
    tags: tuple[str, ...] = ()
    max_tokens: int = 2048
    refreshed_at: datetime | None = None
    seen_at: datetime | None = None
    failed_at: datetime | None = None
    based_on: Sequence[Mapping[str, object]] = field(default_factory=list[Mapping[str, object]])

    @property
    def asked_of(self) -> Tagged | None:
        """The tags of the memories it is answered from."""
        return Tagged(self.tags, TagMatch.ALL_STRICT) if self.tags else None

    @property
    def withdrawn(self) -> bool:
        """Whether what was answered went with a memory that it rested on."""
        return not self.content and self.refreshed_at is not None

    def rests_on(self, memories: Container[str]) -> bool:
        """Whether it rests on any of some memories, given by their ids as text."""
        return any(str(one.get("id")) in memories for one in self.based_on)

    def stale(self, latest: datetime | None) -> bool:
        """Whether more is known by now, or it was never answered.

        Args:
            latest: When the bank learnt its latest memory.
        """
        if not self.content:
            return True
        return latest is not None and (self.seen_at is None or latest > self.seen_at)


@dataclass(frozen=True, slots=True)
class Version:
    """What a standing answer said for a while.

    Attributes:
        until: When something else took its place.
        rests_on: The memories it rests on.
    """

    content: str
    until: datetime
    rests_on: tuple[str, ...] = field(default=(), compare=False)


def binding(
    directives: Sequence[Directive], asked: Sequence[str] | None, *, everything: bool = False
) -> tuple[Directive, ...]:
    """Return the directives for an answer, the most important first.

    Args:
        asked: The tags that the answer is asked for.
        everything: Whether all active ones bind, whatever their tags.
    """
    bound = [
        one
        for one in directives
        if one.active and (everything or not one.tags or not {*one.tags}.isdisjoint(asked or ()))
    ]
    return tuple(sorted(bound, key=lambda one: (-one.priority, one.created_at, one.id)))


def checked_directive(directive: Directive) -> Directive:
    """Return a directive whose words can be told.

    Raises:
        InvalidRequest: The message says what to change.
    """
    _short(directive.name, "The name of a directive")
    _short(directive.content, "A directive")
    if not -(2**31) <= directive.priority < 2**31:
        raise InvalidRequest("priority must be a number of at most ten digits")
    distinct(directive.tags, "tag")
    return directive


def checked_answer(answer: StandingAnswer) -> StandingAnswer:
    """Return a standing answer that can be asked for.

    Raises:
        InvalidRequest: The message says what to change.
    """
    if not _ID.fullmatch(answer.id):
        raise InvalidRequest(
            "The id must be of small letters, digits and hyphens between them, 128 at most"
        )
    _short(answer.name, "The name")
    if not any(character.isalnum() for character in _short(answer.question, "The question")):
        raise InvalidRequest("The question holds no word to search for")
    if not 1 <= answer.max_tokens <= 8192:
        raise InvalidRequest("max_tokens must be between 1 and 8192")
    distinct(answer.tags, "tag")
    return answer


def answering(answer: StandingAnswer, id: OperationId) -> Job:
    """Return the job that answers a standing question anew."""
    key = f"answer/{answer.id}"
    return Job(
        id=id,
        bank=answer.bank,
        kind=JobKind.ANSWER,
        payload={"answer": answer.id},
        order_key=key,
    )


def _short(text: str, what: str) -> str:
    if len(said(text, what)) > LONGEST:
        raise InvalidRequest(f"{what} has at most {LONGEST:,} characters")
    return text
