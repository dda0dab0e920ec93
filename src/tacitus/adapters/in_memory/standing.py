"""Directives and standing answers, in memory."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tacitus.adapters.in_memory.contents import Shelf
from tacitus.adapters.in_memory.forgetting import withdraw
from tacitus.domain.errors import Conflict
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.standing import (
    CHANGED,
    AnswerId,
    Directive,
    DirectiveId,
    StandingAnswer,
    Version,
)

_MOST_VERSIONS = 100


class Standing:
    """Fills `StandingStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def directives(self, bank: BankId) -> list[Directive]:
        found = self._shelf.of(bank).directives.values()
        return sorted(found, key=lambda one: (one.created_at, one.id))

    async def save_directive(self, directive: Directive) -> None:
        with self._shelf.writing(directive.bank) as contents:
            known = contents.directives.get(directive.id)
            created_at = known.created_at if known else directive.created_at
            contents.directives[directive.id] = replace(directive, created_at=created_at)

    async def delete_directive(self, bank: BankId, id: DirectiveId) -> bool:
        if id not in self._shelf.of(bank).directives:
            return False
        with self._shelf.writing(bank) as contents:
            del contents.directives[id]
        return True

    async def answers(self, bank: BankId) -> list[StandingAnswer]:
        found = self._shelf.of(bank).answers.values()
        return sorted(found, key=lambda one: (one.created_at, one.id))

    async def answer(self, bank: BankId, id: AnswerId) -> StandingAnswer | None:
        return self._shelf.of(bank).answers.get(id)

    async def save_answer(
        self, answer: StandingAnswer, *, replaced_at: datetime, seen: StandingAnswer | None = None
    ) -> None:
        with self._shelf.writing(answer.bank) as contents:
            known = contents.answers.get(answer.id)
            if seen is not None and known != seen:
                raise Conflict(CHANGED)
            if known and known.content not in {"", answer.content}:
                before = contents.versions.get(answer.id, ())
                rests_on = tuple(str(one.get("id")) for one in known.based_on)
                version = Version(known.content, replaced_at, rests_on)
                contents.versions[answer.id] = (*before, version)
            created_at = known.created_at if known else answer.created_at
            contents.answers[answer.id] = replace(answer, created_at=created_at)

    async def withdraw(self, bank: BankId, memories: Sequence[MemoryId]) -> None:
        with self._shelf.writing(bank) as contents:
            withdraw(contents, memories)

    async def delete_answer(self, bank: BankId, id: AnswerId) -> bool:
        if id not in self._shelf.of(bank).answers:
            return False
        with self._shelf.writing(bank) as contents:
            del contents.answers[id]
            contents.versions.pop(id, None)
        return True

    async def versions(self, bank: BankId, id: AnswerId) -> list[Version]:
        return [*reversed(self._shelf.of(bank).versions.get(id, ()))][:_MOST_VERSIONS]
