"""What `StandingStore` promises: directives and standing answers, and what those said before."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.errors import Conflict, NotFound
from tacitus.domain.ids import DocumentId
from tacitus.domain.standing import AnswerId, Directive, DirectiveId, StandingAnswer, Version
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_document, a_record, a_source, changes_of
from tests.contracts.stores import NewBank


def a_directive(bank: Bank, number: int) -> Directive:
    at = NOON + timedelta(minutes=number)
    return Directive(
        id=DirectiveId(UUID(int=number)),
        bank=bank.id,
        name=f"Rule {number}",
        content="Answer in one sentence.",
        priority=number,
        active=number % 2 == 0,
        tags=("work",),
        created_at=at,
        updated_at=at,
    )


def an_answer(bank: Bank, id: str = "who-rows", content: str = "") -> StandingAnswer:
    return StandingAnswer(
        id=AnswerId(id),
        bank=bank.id,
        name="Rowers",
        question="Who rows?",
        created_at=NOON,
        content=content,
        tags=("work", "home"),
        max_tokens=512,
        refreshed_at=NOON,
        seen_at=NOON,
        failed_at=NOON,
        based_on=[{"id": "1", "text": "Ana rows."}],
    )


async def test_directives_come_back_as_they_were_given_oldest_first(
    stores: Stores, bank: Bank
) -> None:
    directives = [a_directive(bank, number) for number in (2, 1, 3)]
    for one in directives:
        await stores.standing.save_directive(one)

    assert await stores.standing.directives(bank.id) == [a_directive(bank, n) for n in (1, 2, 3)]


async def test_a_directive_is_replaced_but_for_when_it_was_made(stores: Stores, bank: Bank) -> None:
    await stores.standing.save_directive(a_directive(bank, 1))
    later = NOON + timedelta(days=1)
    changed = replace(
        a_directive(bank, 1), name="Other", tags=(), priority=-5, active=True, updated_at=later
    )

    await stores.standing.save_directive(replace(changed, created_at=later))

    assert await stores.standing.directives(bank.id) == [changed]


async def test_a_directive_is_deleted_once(stores: Stores, bank: Bank) -> None:
    one = a_directive(bank, 1)
    await stores.standing.save_directive(one)

    assert await stores.standing.delete_directive(bank.id, one.id)
    assert not await stores.standing.delete_directive(bank.id, one.id)
    assert await stores.standing.directives(bank.id) == []


async def test_a_standing_answer_comes_back_as_it_was_given(stores: Stores, bank: Bank) -> None:
    bare = replace(an_answer(bank, "b"), refreshed_at=None, seen_at=None, failed_at=None)
    for one in (an_answer(bank, "a", "Ana rows."), bare):
        await stores.standing.save_answer(one, replaced_at=NOON)

    assert await stores.standing.answers(bank.id) == [an_answer(bank, "a", "Ana rows."), bare]
    assert await stores.standing.answer(bank.id, AnswerId("b")) == bare
    assert await stores.standing.answer(bank.id, AnswerId("c")) is None


async def test_what_was_changed_meanwhile_is_not_written_over(stores: Stores, bank: Bank) -> None:
    seen = an_answer(bank, content="Ana rows.")
    await stores.standing.save_answer(seen, replaced_at=NOON)
    renamed, answered = replace(seen, name="Rowing"), replace(seen, content="Ben rows.")

    await stores.standing.save_answer(renamed, replaced_at=NOON, seen=seen)
    with pytest.raises(Conflict):
        await stores.standing.save_answer(answered, replaced_at=NOON, seen=seen)
    assert await stores.standing.answer(bank.id, seen.id) == renamed

    await stores.standing.delete_answer(bank.id, seen.id)
    with pytest.raises(Conflict):
        await stores.standing.save_answer(answered, replaced_at=NOON, seen=renamed)
    assert await stores.standing.answer(bank.id, seen.id) is None


async def test_what_an_answer_said_before_is_kept_latest_first(stores: Stores, bank: Bank) -> None:
    said = ["", "Ana rows.", "Ana rows.", "Ben rows.", "", "Cleo rows."]
    for minutes, content in enumerate(said):
        at = NOON + timedelta(minutes=minutes)
        await stores.standing.save_answer(an_answer(bank, content=content), replaced_at=at)

    id = an_answer(bank).id
    assert await stores.standing.versions(bank.id, id) == [
        Version("Ben rows.", NOON + timedelta(minutes=4)),
        Version("Ana rows.", NOON + timedelta(minutes=3)),
    ]
    assert await stores.standing.delete_answer(bank.id, id)
    assert await stores.standing.versions(bank.id, id) == []
    assert not await stores.standing.delete_answer(bank.id, id)


@pytest.mark.parametrize("way", ["memory", "document", "chunk", "withdrawn"])
async def test_what_answers_say_and_said_goes_with_any_memory_that_it_rests_on(
    stores: Stores, bank: Bank, way: str
) -> None:
    going, staying = (a_record(bank=bank, sources=(a_source(name),)) for name in ("x", "y"))
    for record, name in ((going, "x"), (staying, "y")):
        letter = a_document(name, bank=bank)
        await stores.memories.apply(changes_of(record, bank=bank, document=letter))
    id = going.memory.id
    both = [{"id": str(record.memory.id)} for record in (going, staying)]
    said = {"a": [both, both[1:]], "b": [both[1:], both[1:]], "c": [both[1:], both]}
    for name, basis in said.items():
        for number, one in enumerate([*basis, []]):
            answer = replace(an_answer(bank, name, f"{name}{number}"), based_on=one)
            if number < 2 or name == "b":
                await stores.standing.save_answer(answer, replaced_at=NOON)

    if way == "memory":
        await stores.memories.delete(bank.id, id)
    elif way == "document":
        await stores.documents.delete(bank.id, DocumentId("x"))
    elif way == "chunk":
        letter = a_document("x", "Nothing.", bank=bank)
        await stores.memories.apply(
            changes_of(bank=bank, document=letter, expected_revision=1, dropped_chunks=(0,))
        )
    else:
        await stores.standing.withdraw(bank.id, [id])

    answers = {one.id: one for one in await stores.standing.answers(bank.id)}
    assert {key: one.content for key, one in answers.items()} == {"a": "a1", "b": "b2", "c": ""}
    assert [(key, one.based_on) for key, one in answers.items() if one.withdrawn] == [("c", [])]
    assert answers[AnswerId("c")].stale(NOON)
    versions = {key: await stores.standing.versions(bank.id, key) for key in answers}
    assert {key: [one.content for one in some] for key, some in versions.items()} == {
        "a": [],
        "b": ["b1", "b0"],
        "c": ["c0"],
    }


async def test_banks_do_not_see_one_another_and_take_everything_along(
    stores: Stores, new_bank: NewBank
) -> None:
    ours, theirs = await new_bank("ours"), await new_bank("theirs")
    await stores.standing.save_directive(a_directive(theirs, 1))
    await stores.standing.save_answer(an_answer(theirs, content="Ana rows."), replaced_at=NOON)

    assert await stores.standing.directives(ours.id) == []
    assert await stores.standing.answers(ours.id) == []
    await stores.banks.delete(theirs.id)
    assert await stores.standing.answers(theirs.id) == []
    with pytest.raises(NotFound):
        await stores.standing.save_directive(a_directive(theirs, 1))
    with pytest.raises(NotFound):
        await stores.standing.save_answer(an_answer(theirs), replaced_at=NOON)
