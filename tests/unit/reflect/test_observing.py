"""Observations follow their sources and nothing else; the background takes the newer side."""

from collections.abc import Awaitable, Callable, Sequence

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime
from tacitus.domain.banks import BankChange, Disposition
from tacitus.domain.documents import RetainItem
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import Memory, MemoryPage, Network, State
from tacitus.domain.operations import JobKind, OperationStatus
from tacitus.domain.reflection import OpinionDraft
from tacitus.ports.models import Answer
from tacitus.reflect.revise import Drafts, revise
from tacitus.retain.store import OBSERVED_FROM
from tacitus.tasks.upkeep import DISTRUST
from tests.fakes.scripted_model import ScriptedModel, Shape
from tests.tables import table
from tests.unit.reflect.reflecting import a_runtime

SUMMARY = {"text": "Rex is a dog that barks.", "drawn_from": [1, 2]}
RENEWED = {"text": "Rex is a dog that sleeps.", "drawn_from": [1]}
FACTS = tuple(f"Rex barked at visitor number {number}." for number in range(OBSERVED_FROM))


async def read(runtime: Runtime, texts: Sequence[str], document: str | None = None) -> None:
    """Retain texts about Rex, each as a document named by its place unless one is named."""
    rex = Surface("Rex", EntityType.OTHER)
    for number, text in enumerate(texts):
        id = DocumentId(document or str(number))
        await runtime.engine.retain("notes", RetainItem(content=text, document=id, entities=(rex,)))


async def settle(runtime: Runtime) -> None:
    """Let half a minute pass, and do what has become due."""
    clock = runtime.engine.clock
    assert isinstance(clock, TickingClock)
    clock.advance(seconds=31)
    await runtime.work(forever=False)


async def observations(runtime: Runtime) -> list[Memory]:
    page = MemoryPage(networks=frozenset((Network.OBSERVATION,)), state=State.VALID)
    return (await runtime.engine.memories("notes", page))[0]


async def is_stale(runtime: Runtime) -> bool:
    [entity], _ = await runtime.engine.entities("notes")
    observed = await runtime.engine.observations("notes", [entity.id])
    return entity.id in await runtime.engine.surveys.stale("notes", observed)


async def observed(model: ScriptedModel) -> Runtime:
    """A bank that has read enough of Rex to have a summary of it."""
    runtime = a_runtime(model)
    await read(runtime, FACTS)
    await settle(runtime)
    return runtime


async def test_what_is_spoken_of_often_is_summarised_once_things_have_settled() -> None:
    model = ScriptedModel(SUMMARY)
    runtime = a_runtime(model)
    await read(runtime, FACTS)
    await runtime.work(forever=False)
    assert await observations(runtime) == []

    await settle(runtime)

    [summary] = await observations(runtime)
    assert (summary.text, summary.entities) == (SUMMARY["text"], ("Rex",))
    assert len(model.questions) == 1


async def test_many_changes_in_a_row_are_summarised_once() -> None:
    model = ScriptedModel(SUMMARY)
    runtime = a_runtime(model)

    await read(runtime, [f"Rex ate bone number {number}." for number in range(12)])
    await settle(runtime)

    assert len(model.questions) == 1


async def test_a_summary_is_stale_until_what_was_learnt_since_is_in_it() -> None:
    runtime = await observed(ScriptedModel(SUMMARY, RENEWED))
    assert not await is_stale(runtime)

    await read(runtime, ["Rex sleeps all day."], "more")
    assert await is_stale(runtime)
    await settle(runtime)

    assert not await is_stale(runtime)
    assert [one.text for one in await observations(runtime)] == [RENEWED["text"]]


@table("what", ["memory", "document"])
async def test_a_summary_goes_with_its_source_and_is_written_anew(what: str) -> None:
    runtime = await observed(ScriptedModel(SUMMARY, RENEWED))
    document = DocumentId(str(OBSERVED_FROM - 1))  # the latest, which the summary is drawn from

    if what == "document":
        await runtime.engine.delete_document("notes", document)
    else:
        [memory], _ = await runtime.engine.memories("notes", MemoryPage(document=document))
        await runtime.engine.delete_memory("notes", memory.id)
    assert await observations(runtime) == []
    await settle(runtime)

    assert [one.text for one in await observations(runtime)] == [RENEWED["text"]]


class Overtaken(ScriptedModel):
    """A model beside which something is forgotten while it is asked first."""

    forgets: Callable[[], Awaitable[object]] | None = None

    async def ask(
        self, *, system: str, prompt: str, shape: type[Shape], calls: int | None = None
    ) -> Answer[Shape]:
        forgets, self.forgets = self.forgets, None
        if forgets:
            await forgets()
        return await super().ask(system=system, prompt=prompt, shape=shape, calls=calls)


async def test_what_is_forgotten_while_it_is_summarised_is_in_no_summary() -> None:
    model = Overtaken({"text": "Rex barked at number 0.", "drawn_from": [1]}, RENEWED)
    runtime = a_runtime(model)
    await read(runtime, FACTS)
    [shown], _ = await runtime.engine.memories("notes", MemoryPage(document=DocumentId("0")))
    model.forgets = lambda: runtime.engine.delete_memory("notes", shown.id)

    await settle(runtime)
    assert await observations(runtime) == []
    await settle(runtime)

    assert model.forgets is None
    assert [one.text for one in await observations(runtime)] == [RENEWED["text"]]


async def test_a_summary_that_may_rest_on_what_was_wrong_is_not_believed() -> None:
    runtime = await observed(ScriptedModel(SUMMARY, RENEWED))
    [memory], _ = await runtime.engine.memories("notes", MemoryPage(document=DocumentId("0")))
    [before] = await observations(runtime)

    await runtime.engine.curation.set_state("notes", memory.id, State.INVALIDATED, "misheard")

    assert await observations(runtime) == []
    assert (await runtime.engine.memory("notes", before.id)).state_reason == DISTRUST
    await settle(runtime)
    assert [one.text for one in await observations(runtime)] == [RENEWED["text"]]


async def test_what_a_changed_document_no_longer_says_leaves_the_summary() -> None:
    runtime = a_runtime(ScriptedModel(SUMMARY, RENEWED))
    await read(runtime, FACTS)
    await read(runtime, ["Rex bit nobody."], "diary")
    await settle(runtime)

    await read(runtime, ["The weather was fine."], "diary")
    await settle(runtime)

    assert [one.text for one in await observations(runtime)] == [RENEWED["text"]]


async def test_facts_and_summaries_do_not_depend_on_how_the_bank_leans() -> None:
    asked: list[tuple[str, str]] = []
    for disposition in (Disposition(1, 1, 5, 1.0), Disposition(5, 5, 1, 0.0)):
        model = ScriptedModel(SUMMARY)
        runtime = a_runtime(model)
        change = BankChange(disposition=disposition, background="I adore dogs.")
        await runtime.engine.set_bank("notes", change)
        await read(runtime, FACTS)
        await settle(runtime)
        asked += [(one.system, one.prompt) for one in model.questions]

    warm, cool = asked
    assert warm == cool
    assert "adore" not in "".join(warm)


# ------------------------------------------------------------------------ background


async def test_the_newer_statement_about_the_agent_wins_and_the_rest_stays() -> None:
    merged = "I was born in Colorado. I like maps."
    model = ScriptedModel({"background": merged})
    runtime = a_runtime(model)
    await runtime.engine.set_bank(
        "notes", BankChange(background="I was born in Texas. I like maps.")
    )

    bank, merge = await runtime.engine.add_background("notes", "I was born in Colorado.")
    assert "Colorado" in bank.background
    await runtime.work(forever=False)

    assert (await runtime.engine.bank("notes")).background == merged
    assert merge is not None
    assert "Texas" in model.questions[0].prompt
    assert model.questions[0].prompt.count("Colorado") == 1


async def test_statements_are_merged_in_the_order_in_which_they_came() -> None:
    model = ScriptedModel({"background": "I live in Oslo."}, {"background": "I live in Rome."})
    runtime = a_runtime(model)
    await runtime.engine.set_bank("notes", BankChange(background="I live in Cork."))
    for city in ("Oslo", "Rome"):
        await runtime.engine.add_background("notes", f"I live in {city}.")

    await runtime.work(forever=False)

    assert (await runtime.engine.bank("notes")).background == "I live in Rome."
    assert [("Oslo" in q.prompt, "Rome" in q.prompt) for q in model.questions] == [
        (True, True),
        (True, True),
    ]


async def test_a_biography_that_is_too_long_is_refused() -> None:
    runtime = a_runtime(ScriptedModel({"background": "I talk. " * 300}))
    await runtime.engine.set_bank("notes", BankChange(background="I am terse."))

    await runtime.engine.add_background("notes", "I like maps.")
    await runtime.work(forever=False)

    [operation], _ = await runtime.engine.operations("notes")
    assert (operation.kind, operation.status) == (JobKind.MERGE_BACKGROUND, OperationStatus.FAILED)
    assert (await runtime.engine.bank("notes")).background == "I am terse.\nI like maps."


async def test_the_first_statement_and_a_repeated_one_need_no_merging() -> None:
    runtime = a_runtime(None)
    await runtime.engine.set_bank("notes")

    for _ in range(2):
        bank, merge = await runtime.engine.add_background("notes", "I was born in Texas.")
        assert (bank.background, merge) == ("I was born in Texas.", None)


async def test_what_is_forgotten_before_an_opinion_is_formed_is_in_no_opinion() -> None:
    runtime = a_runtime(None)
    await read(runtime, FACTS[:3])
    first, second, third = (await runtime.engine.memories("notes", MemoryPage()))[0]
    drafts = Drafts(
        (
            OpinionDraft("Rex is loud.", 0.7, (first.id, second.id)),
            OpinionDraft("Rex is awake.", 0.7, (second.id, third.id)),
            OpinionDraft("Rex is a dog.", 0.7, ()),
        ),
        Disposition(),
        runtime.engine.clock.now(),
    )
    await runtime.engine.delete_memory("notes", first.id)

    await revise(drafts, await runtime.engine.bank("notes"), runtime.engine.tools)

    page = MemoryPage(networks=frozenset((Network.OPINION,)))
    assert [one.text for one in (await runtime.engine.memories("notes", page))[0]] == [
        "Rex is awake."
    ]
