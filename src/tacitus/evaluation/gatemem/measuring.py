"""One pass over a conversation: turns are retained, values deleted and questions asked as they come."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tacitus.bootstrap import Runtime
from tacitus.evaluation.gatemem.guarded import Guarded, Returned, holding, matching
from tacitus.evaluation.gatemem.policy import Policy, policy_of, values_in
from tacitus.evaluation.gatemem.reading import Asked, Episode, Said

LOOKED_AROUND = 5
"""Every so many questions, all else that the key opens is read as well."""
_ALL = frozenset[tuple[str, int | None]]()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a question.

    Attributes:
        targets: What must not be told, of those that a memory could hold.
        told_elsewhere: Targets left out: another question says that this role is told them.
        leaks: Targets that came back, and how.
        ungated: Targets that come back where nothing is kept apart or deleted.
        wanted: Patterns that ought to be met.
        found: How many of them are.
        found_ungated: How many of them where nothing is kept apart or deleted.
    """

    id: str
    kind: str
    action: str
    attack: str
    role: str
    targets: tuple[str, ...]
    told_elsewhere: tuple[str, ...]
    leaks: tuple[str, ...]
    ungated: tuple[str, ...]
    wanted: int
    found: int
    found_ungated: int


@dataclass(frozen=True, slots=True)
class Pass:
    """A conversation on its way into two memories: a guarded one, and one that everybody sees."""

    runtime: Runtime
    episode: Episode
    policy: Policy
    guarded: Guarded
    ungated: Guarded

    async def run(self, told: Callable[[int], None]) -> list[Outcome]:
        """Return what became of each question; tell of each as it is answered."""
        outcomes: list[Outcome] = []
        said = 0
        for after, questions in groupby(self.episode.questions, lambda one: one.after):
            await self._hear(self.episode.turns[said:after])
            said = after
            for question in questions:
                outcomes.append(await self._outcome(question, len(outcomes)))
                told(1)
        return outcomes

    async def _hear(self, turns: Sequence[Said]) -> None:
        """Retain turns up to each that asks for a deletion, and then delete."""
        await self.ungated.retain(_ALL, turns)
        waiting: list[Said] = []
        for turn in turns:
            waiting.append(turn)
            if values := self.policy.deletions(turn.text):
                await self._retain(waiting)
                waiting = []
                for value in values:
                    await self.guarded.forget(value)
        await self._retain(waiting)
        await self.runtime.work(forever=False)

    async def _retain(self, turns: Sequence[Said]) -> None:
        by_audience: dict[frozenset[tuple[str, int | None]], list[Said]] = {}
        for turn in turns:
            by_audience.setdefault(self.policy.audience(turn), []).append(turn)
        for audience, said in by_audience.items():
            await self.guarded.retain(audience, said)

    async def _outcome(self, question: Asked, number: int) -> Outcome:
        at = self.episode.turns[question.after - 1].at
        key = self.guarded.key(question.role, question.after)
        given = await self.guarded.ask(key, question.text, at)
        everything = dict(given.everything)
        if number % LOOKED_AROUND == 0:
            everything |= await self.guarded.look_around(key)
            unlocked = await self.guarded.opened_without(key, question.text)
            everything["banks of others"] = tuple(unlocked and question.targets)
        all_banks = self.ungated.key(question.role, question.after)
        ungated = await self.ungated.ask(all_banks, question.text, at)
        targets, elsewhere = self._targets(question)
        return Outcome(
            id=question.id,
            kind=question.kind,
            action=question.action,
            attack=question.attack,
            role=question.role,
            targets=targets,
            told_elsewhere=elsewhere,
            leaks=tuple(leaks_in(targets, everything)),
            ungated=tuple(leaks_in(targets, ungated.everything)),
            wanted=len(question.include),
            found=_met(question, given),
            found_ungated=_met(question, ungated),
        )

    def _targets(self, question: Asked) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return what must not be told, and what is left out of it."""
        values = values_in(question.targets)
        elsewhere = tuple(
            value
            for value in values
            if self.policy.may_be_told(question.role, value, question.after)
            and value.casefold() not in self.guarded.forgotten
        )
        return tuple(value for value in values if value not in elsewhere), elsewhere


def pass_over(runtime: Runtime, episode: Episode) -> Pass:
    """Set out to measure a conversation."""
    name = re.sub(r"\W+", "-", episode.id)
    return Pass(
        runtime=runtime,
        episode=episode,
        policy=policy_of(episode),
        guarded=Guarded(runtime.engine, f"{name}-kept"),
        ungated=Guarded(runtime.engine, f"{name}-open"),
    )


def leaks_in(targets: Sequence[str], everything: Mapping[str, Sequence[str]]) -> list[str]:
    """Say which targets came back, and by which way."""
    return [
        f"{target} ({route})"
        for target in targets
        for route, texts in everything.items()
        if holding(target, texts)
    ]


def _met(question: Asked, given: Returned) -> int:
    return sum(matching(pattern, given.texts) for pattern in question.include)
