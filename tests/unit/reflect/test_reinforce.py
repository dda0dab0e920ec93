"""Reinforcement: new memories move the opinions they touch, each once."""

import asyncio
from dataclasses import replace

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.changes import Changes
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import ModelUnavailable, UnusableAnswer
from tacitus.domain.graph import EntityType, Mention, Surface
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.operations import JobKind, OperationStatus
from tacitus.domain.opinions import Opinion, Relation
from tacitus.ports.models import Answer, LanguageModel
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tests.builders import NOON, a_record, an_opinion
from tests.fakes.scripted_model import ScriptedModel, Shape
from tests.tables import table

PYTHON = "Python is best for data science."


def effects(relation: str, **other: str) -> dict[str, object]:
    return {"effects": [{"opinion": 1, "relation": relation, "reason": "So it is.", **other}]}


class Memory:
    """A bank that reads by rule, holds one opinion of 0.7 about Python, and weighs by a script."""

    def __init__(self, model: LanguageModel | None) -> None:
        opened = in_memory_runtime(clock=TickingClock(NOON), model=model)
        reading = replace(opened.engine.retaining, extractor=VerbatimExtractor())
        self.runtime: Runtime = replace(opened, engine=replace(opened.engine, retaining=reading))

    async def read(self, text: str, document: str) -> None:
        python = Surface("Python", EntityType.PRODUCT)
        item = RetainItem(content=text, document=DocumentId(document), entities=(python,))
        await self.runtime.engine.retain("notes", item)

    async def hold(self) -> MemoryId:
        """Store the opinion; what is read from now on may share its entity."""
        await self.read("Python is here.", "seed")
        bank = await self.runtime.engine.bank("notes")
        record = a_record(an_opinion(PYTHON, 0.7, bank=bank))
        [entity], _ = await self.runtime.engine.entities("notes")
        mention = Mention(record.memory.id, entity.id, "Python")
        changes = Changes(bank=bank.id, records=(record,), mentions=(mention,))
        await self.runtime.engine.stores.memories.apply(changes)
        return record.memory.id

    async def weigh(self) -> None:
        await self.runtime.work(forever=False)

    async def opinion(self, id: MemoryId) -> Opinion:
        return await self.runtime.engine.beliefs.find("notes", id)

    async def waiting(self) -> list[tuple[JobKind, OperationStatus]]:
        found, _ = await self.runtime.engine.operations("notes")
        return [(one.kind, one.status) for one in found]


async def test_what_speaks_for_an_opinion_raises_it_and_leaves_its_reason() -> None:
    memory = Memory(ScriptedModel(effects("reinforce")))
    id = await memory.hold()

    await memory.read("Python has a library for every statistic.", "a")
    await memory.weigh()

    opinion = await memory.opinion(id)
    assert opinion.confidence == pytest.approx((4 * 0.7 + 1) / 5)
    [event] = opinion.evidence
    assert (event.assessor, event.reason, event.source) == ("scripted", "So it is.", "document:a")


async def test_a_contradiction_rewrites_the_opinion_and_keeps_the_old_words() -> None:
    milder = "Python is best for data science where speed does not matter."
    memory = Memory(ScriptedModel(effects("contradict", rewording=milder)))
    id = await memory.hold()

    await memory.read("Python took a day where Julia took an hour.", "a")
    await memory.weigh()

    opinion = await memory.opinion(id)
    assert opinion.memory.text == milder
    assert opinion.first_text == PYTHON
    assert opinion.confidence == pytest.approx(4 * 0.7 / 6)


async def test_only_a_contradiction_may_rewrite() -> None:
    memory = Memory(ScriptedModel(effects("weaken", rewording="Python is nice.")))
    id = await memory.hold()

    await memory.read("Python is slow at times.", "a")
    await memory.weigh()

    assert (await memory.opinion(id)).memory.text == PYTHON


async def test_an_opinion_that_the_model_does_not_mention_stays_where_it_was() -> None:
    memory = Memory(ScriptedModel({"effects": [{"opinion": 9, "relation": "contradict"}]}))
    id = await memory.hold()

    await memory.read("Python is a snake.", "a")
    await memory.weigh()

    opinion = await memory.opinion(id)
    assert opinion.confidence == 0.7
    assert [event.relation for event in opinion.evidence] == [Relation.NEUTRAL]


async def test_a_memory_weighed_again_counts_once_and_asks_nobody() -> None:
    model = ScriptedModel(effects("reinforce"))
    memory = Memory(model)
    id = await memory.hold()
    await memory.read("Python is taught everywhere.", "a")
    await memory.weigh()
    [job], _ = await memory.runtime.engine.operations("notes")

    await memory.runtime.handlers.handle(job)

    assert len((await memory.opinion(id)).evidence) == 1
    assert len(model.questions) == 1


async def test_without_a_model_the_weighing_waits_and_is_done_when_there_is_one() -> None:
    memory = Memory(None)
    id = await memory.hold()
    await memory.read("Python is taught everywhere.", "a")
    await memory.read("Python is used everywhere.", "b")

    await memory.weigh()

    assert await memory.waiting() == [(JobKind.REINFORCE, OperationStatus.PENDING)] * 2
    assert (await memory.opinion(id)).confidence == 0.7

    handlers = replace(memory.runtime.handlers, model=ScriptedModel(effects("reinforce")))
    await memory.runtime.queue.run(handlers.handle, with_model=True, forever=False)

    assert await memory.waiting() == [(JobKind.REINFORCE, OperationStatus.COMPLETED)] * 2
    assert (await memory.opinion(id)).confidence == pytest.approx((4 * 0.7 + 2) / 6)


async def test_a_model_that_is_away_leaves_the_work_to_be_tried_again() -> None:
    memory = Memory(ScriptedModel(ModelUnavailable("busy"), effects("reinforce")))
    id = await memory.hold()
    await memory.read("Python is taught everywhere.", "a")

    await memory.weigh()

    [job], _ = await memory.runtime.engine.operations("notes")
    assert (job.status, job.error) == (OperationStatus.PENDING, "busy")
    assert (await memory.opinion(id)).evidence == ()


async def test_an_unusable_assessment_fails_visibly_and_moves_nothing() -> None:
    memory = Memory(ScriptedModel(UnusableAnswer("no JSON")))
    id = await memory.hold()
    await memory.read("Python is taught everywhere.", "a")

    await memory.weigh()

    assert await memory.waiting() == [(JobKind.REINFORCE, OperationStatus.FAILED)]
    assert (await memory.opinion(id)).confidence == 0.7


class StopsAt(ScriptedModel):
    """Never answers the question with a number, from 1, unless it is asked again."""

    def __init__(self, number: int, answer: dict[str, object]) -> None:
        super().__init__(answer)
        self.reached = asyncio.Event()
        self._number = number

    async def ask(
        self, *, system: str, prompt: str, shape: type[Shape], calls: int | None = None
    ) -> Answer[Shape]:
        if len(self.questions) + 1 == self._number and not self.reached.is_set():
            self.reached.set()
            await asyncio.Event().wait()
        return await super().ask(system=system, prompt=prompt, shape=shape, calls=calls)


@table("killed_at", [1, 2, 3])
async def test_a_worker_killed_in_the_middle_leaves_each_event_to_be_counted_once(
    killed_at: int,
) -> None:
    model = StopsAt(killed_at, effects("reinforce"))
    memory = Memory(model)
    id = await memory.hold()
    for document in ("a", "b", "c"):
        await memory.read(f"Python helped team {document}.", document)
    worker = asyncio.create_task(memory.weigh())
    await model.reached.wait()
    worker.cancel()
    await asyncio.gather(worker, return_exceptions=True)
    assert len((await memory.opinion(id)).evidence) == killed_at - 1

    await memory.weigh()

    opinion = await memory.opinion(id)
    assert sorted(event.source for event in opinion.evidence) == [
        "document:a",
        "document:b",
        "document:c",
    ]
    assert opinion.confidence == pytest.approx((4 * 0.7 + 3) / 7)


async def test_deleting_what_was_read_takes_its_evidence_back() -> None:
    memory = Memory(ScriptedModel(effects("contradict", rewording="Python was good.")))
    id = await memory.hold()
    await memory.read("Python lost.", "a")
    await memory.weigh()

    await memory.runtime.engine.delete_document("notes", DocumentId("a"))

    opinion = await memory.opinion(id)
    assert (opinion.confidence, opinion.memory.text, opinion.evidence) == (0.7, PYTHON, ())
