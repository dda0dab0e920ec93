"""What a bank is not to hold is taken out at the door, whichever it comes in by."""

from collections.abc import Mapping

import pytest

from tacitus.areas.standing import AnswerChange, DirectiveChange
from tacitus.bootstrap import in_memory_runtime
from tacitus.domain.banks import BankChange
from tacitus.domain.curation import MemoryEdit
from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.errors import InvalidRequest, SensitiveContent
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.domain.opinions import Judgement, Relation, Stated
from tacitus.engine import Engine
from tacitus.settings import Settings
from tests.fakes.scripted_model import ScriptedModel

SECRET = "hunter2"
TOLD = f"Ana keeps the boat in Oslo, password: {SECRET} for the gate."
KEPT = "Ana keeps the boat in Oslo, password: [redacted: password] for the gate."
MAIL = "Write to ana@example.com about the boat."
PAGE = MemoryPage(limit=50)


async def everything(engine: Engine) -> str:
    """Return all that the bank shows of itself, and what waits in its queue."""
    listed, _ = await engine.documents("notes")
    memories, _ = await engine.memories("notes", PAGE)
    opinions = [await engine.beliefs.find("notes", one.id) for one in memories if one.confidence]
    jobs, _ = await engine.stores.queue.page(
        (await engine.bank("notes")).id, status=None, limit=50, offset=0
    )
    return repr(
        [
            await engine.bank("notes"),
            [await engine.document("notes", one.id) for one in listed],
            [await engine.chunks("notes", one.id) for one in listed],
            memories,
            opinions,
            [await engine.curation.history("notes", one.id) for one in memories],
            await engine.standing.directives("notes"),
            await engine.standing.answers("notes"),
            await engine.feedback.all("notes"),
            jobs,
        ]
    )


async def test_no_way_to_have_something_kept_lets_a_secret_in(engine: Engine) -> None:
    about: Mapping[str, str] = {"note": TOLD}
    turns = (Turn(text=TOLD, speaker="Ana"), Turn(text="I see.", speaker="Bo"))
    await engine.set_bank("notes", BankChange(title=TOLD, mission=TOLD, background=TOLD))
    await engine.add_background("notes", "I row. " + TOLD)
    await engine.retain("notes", RetainItem(content=TOLD, context=TOLD, metadata=about))
    whole = RetainItem(content=turns, document=DocumentId("d"), more=(RetainItem(content=TOLD),))
    await engine.retain("notes", whole)
    await engine.retain_later("notes", [RetainItem(content="Later. " + TOLD)])
    [memory, *_], _ = await engine.memories("notes", PAGE)
    await engine.curation.edit("notes", memory.id, MemoryEdit(text="No: " + TOLD), reason=TOLD)
    stated = Stated(text=TOLD, confidence=0.6, who="Ana", drawn_from=(memory.id,), reason=TOLD)
    opinion, _ = await engine.beliefs.state("notes", stated)
    judged = Judgement(relation=Relation.REINFORCE, who="Ana", reason=TOLD)
    await engine.beliefs.add_evidence("notes", opinion.memory.id, judged)
    rule = await engine.standing.add_directive("notes", DirectiveChange(name="x", content=TOLD))
    await engine.standing.change_directive("notes", rule.id, DirectiveChange(name=TOLD))
    asked, _ = await engine.standing.add_answer("notes", None, AnswerChange(name="x", question="y"))
    await engine.standing.change_answer("notes", asked.id, AnswerChange(name=TOLD, question=TOLD))
    await engine.feedback.give("notes", TOLD, [])

    held = await everything(engine)

    assert SECRET not in held
    assert held.count("[redacted: password]") >= 15


async def test_a_span_is_that_of_the_text_that_is_kept(engine: Engine) -> None:
    await engine.retain("notes", [RetainItem(content=f"{TOLD}\n\nBo rows in Bergen.")])

    [document], _ = await engine.documents("notes")
    text = (await engine.document("notes", document.id)).text
    memories, _ = await engine.memories("notes", PAGE)

    assert text == f"{KEPT}\n\nBo rows in Bergen."
    read = {text[source.start : source.end] for one in memories for source in one.sources}
    assert read >= {"Bo rows in Bergen."}


async def test_the_same_again_is_known_again(engine: Engine) -> None:
    await engine.retain("notes", TOLD)
    [again] = await engine.retain("notes", TOLD)

    assert again.outcome == "unchanged"


async def test_a_model_is_shown_no_secret(settings: Settings) -> None:
    model = ScriptedModel({"facts": [], "nothing_because": "small talk"})
    engine = in_memory_runtime(settings, model=model).engine

    await engine.retain("notes", TOLD)

    assert len(model.questions) == 1
    assert "[redacted: password]" in model.questions[0].prompt
    assert SECRET not in model.questions[0].prompt


async def test_a_bank_that_refuses_says_what_and_where_and_nothing_of_it(engine: Engine) -> None:
    await engine.set_bank("notes", BankChange(config={"secrets": "refuse"}))
    place = TOLD.index(SECRET)

    with pytest.raises(
        SensitiveContent, match=f"The content .* password at character {place};"
    ) as why:
        await engine.retain("notes", [RetainItem(content="Fine."), RetainItem(content=TOLD)])

    assert SECRET not in str(why.value)
    assert isinstance(why.value, InvalidRequest)
    assert (await engine.stats("notes")).documents == 0


async def test_a_bank_may_keep_secrets_and_redact_personal_data(engine: Engine) -> None:
    await engine.retain("notes", MAIL)
    await engine.set_bank("notes", BankChange(config={"secrets": "keep", "personal": "redact"}))
    await engine.retain("notes", [RetainItem(content=TOLD), RetainItem(content="2: " + MAIL)])

    texts = {one.text for one in (await engine.memories("notes", PAGE))[0]}

    assert texts >= {MAIL, TOLD}
    assert any("[redacted: email address]" in text for text in texts)


async def test_a_policy_that_there_is_not_is_refused_when_it_is_set(engine: Engine) -> None:
    with pytest.raises(InvalidRequest, match="keep, redact, refuse"):
        await engine.set_bank("notes", BankChange(config={"secrets": "hide"}))
