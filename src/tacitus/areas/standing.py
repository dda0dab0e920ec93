"""Directives and standing answers: what users set up once, and every answer or refresh obeys."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from tacitus.domain.banks import Bank
from tacitus.domain.errors import Conflict, NotFound
from tacitus.domain.ids import OperationId, uuid7
from tacitus.domain.standing import (
    AnswerId,
    Directive,
    DirectiveId,
    StandingAnswer,
    Version,
    answering,
    binding,
    checked_answer,
    checked_directive,
)
from tacitus.domain.texts import distinct
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import Stores
from tacitus.retain.redact import Redaction


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectiveChange:
    """What to set of a directive; None leaves a value as it is."""

    name: str | None = None
    content: str | None = None
    priority: int | None = None
    active: bool | None = None
    tags: Sequence[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerChange:
    """What to set of a standing answer; None leaves a value as it is."""

    name: str | None = None
    question: str | None = None
    max_tokens: int | None = None
    tags: Sequence[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Directives and standing answers of banks.

    Banks are addressed by name; a name that nobody created raises `BankNotFound`, an id that nothing
    has raises `NotFound`.
    """

    bank: Callable[[str], Awaitable[Bank]]
    stores: Stores
    clock: Clock
    redaction: Redaction

    # ------------------------------------------------------------------------------- directives

    async def directives(self, name: str) -> list[Directive]:
        """Return all, the most important first."""
        found = await self.stores.standing.directives((await self.bank(name)).id)
        return sorted(found, key=lambda one: -one.priority)

    async def directive(self, name: str, id: DirectiveId) -> Directive:
        for one in await self.directives(name):
            if one.id == id:
                return one
        raise NotFound(f"Directive '{id}' not found")

    async def add_directive(self, name: str, change: DirectiveChange) -> Directive:
        """Add a rule for answers.

        Raises:
            InvalidRequest: It says nothing.
        """
        now = self.clock.now()
        made = Directive(
            id=DirectiveId(uuid7(now)),
            bank=(await self.bank(name)).id,
            name="",
            content="",
            created_at=now,
            updated_at=now,
        )
        return await self._save(name, made, change)

    async def change_directive(
        self, name: str, id: DirectiveId, change: DirectiveChange
    ) -> Directive:
        return await self._save(name, await self.directive(name, id), change)

    async def delete_directive(self, name: str, id: DirectiveId) -> None:
        if not await self.stores.standing.delete_directive((await self.bank(name)).id, id):
            raise NotFound(f"Directive '{id}' not found")

    async def binding(
        self, bank: Bank, asked: Sequence[str] | None, *, everything: bool
    ) -> tuple[Directive, ...]:
        """Return the directives that bind an answer; see `tacitus.domain.standing.binding`."""
        found = await self.stores.standing.directives(bank.id)
        return binding(found, asked, everything=everything)

    async def _save(self, name: str, directive: Directive, change: DirectiveChange) -> Directive:
        config = (await self.bank(name)).config
        change = self.redaction.fields(config, change, "name", "content")
        changed = replace(
            directive,
            name=directive.name if change.name is None else change.name,
            content=directive.content if change.content is None else change.content,
            priority=directive.priority if change.priority is None else change.priority,
            active=directive.active if change.active is None else change.active,
            tags=directive.tags if change.tags is None else distinct(change.tags, "tag"),
            updated_at=self.clock.now(),
        )
        await self.stores.standing.save_directive(checked_directive(changed))
        return changed

    # -------------------------------------------------------------------------- standing answers

    async def answers(self, name: str) -> list[StandingAnswer]:
        """Return all, oldest first."""
        return await self.stores.standing.answers((await self.bank(name)).id)

    async def answer(self, name: str, id: AnswerId) -> StandingAnswer:
        found = await self.stores.standing.answer((await self.bank(name)).id, id)
        if found is None:
            raise NotFound(f"Standing answer '{id}' not found")
        return found

    async def add_answer(
        self, name: str, id: AnswerId | None, change: AnswerChange
    ) -> tuple[StandingAnswer, OperationId]:
        """Have a question answered now and from now on; return the operation that answers it.

        Raises:
            InvalidRequest: The id or the question makes no sense.
            Conflict: Another one has that id.
        """
        now, target = self.clock.now(), await self.bank(name)
        change = self.redaction.fields(target.config, change, "name", "question")
        bank = target.id
        made = StandingAnswer(
            id=AnswerId(str(uuid7(now))) if id is None else id,
            bank=bank,
            name="",
            question="",
            created_at=now,
        )
        changed = checked_answer(_changed(made, change))
        if await self.stores.standing.answer(bank, changed.id) is not None:
            raise Conflict(f"There is a standing answer '{changed.id}' already: change it")
        await self.stores.standing.save_answer(changed, replaced_at=now)
        return changed, await self._ask(changed)

    async def change_answer(self, name: str, id: AnswerId, change: AnswerChange) -> StandingAnswer:
        """Change what is asked; what was answered stays until it is refreshed."""
        config = (await self.bank(name)).config
        change = self.redaction.fields(config, change, "name", "question")
        return await self._rewritten(name, id, lambda seen: checked_answer(_changed(seen, change)))

    async def refresh(self, name: str, id: AnswerId) -> OperationId:
        """Have the question answered anew; return the operation that does so."""
        return await self._ask(await self.answer(name, id))

    async def clear(self, name: str, id: AnswerId) -> StandingAnswer:
        """Take the answer away; the question stands."""

        def cleared(seen: StandingAnswer) -> StandingAnswer:
            return replace(seen, content="", based_on=[], refreshed_at=None, seen_at=None)

        return await self._rewritten(name, id, cleared)

    async def _rewritten(
        self, name: str, id: AnswerId, how: Callable[[StandingAnswer], StandingAnswer]
    ) -> StandingAnswer:
        """Change a part of one; what others change at the same time stays."""
        while True:
            seen = await self.answer(name, id)
            changed, now = how(seen), self.clock.now()
            try:
                await self.stores.standing.save_answer(changed, replaced_at=now, seen=seen)
            except Conflict:
                continue
            return changed

    async def delete_answer(self, name: str, id: AnswerId) -> None:
        """Delete a standing answer with what it said before."""
        if not await self.stores.standing.delete_answer((await self.bank(name)).id, id):
            raise NotFound(f"Standing answer '{id}' not found")

    async def versions(self, name: str, id: AnswerId) -> list[Version]:
        """Return what it said before, latest first."""
        found = await self.answer(name, id)
        return await self.stores.standing.versions(found.bank, id)

    async def _ask(self, answer: StandingAnswer) -> OperationId:
        job = answering(answer, OperationId(uuid7(self.clock.now())))
        await self.stores.queue.enqueue([job])
        return job.id


def _changed(answer: StandingAnswer, change: AnswerChange) -> StandingAnswer:
    return replace(
        answer,
        name=answer.name if change.name is None else change.name,
        question=answer.question if change.question is None else change.question,
        max_tokens=answer.max_tokens if change.max_tokens is None else change.max_tokens,
        tags=answer.tags if change.tags is None else distinct(change.tags, "tag"),
    )
