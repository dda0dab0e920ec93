"""What `DocumentStore` promises, and how `MemoryStore.apply` writes documents."""

import asyncio
from dataclasses import replace

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Changes, Restatement
from tacitus.domain.documents import PlacedTurn, Role, Turn
from tacitus.domain.errors import Conflict
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.ports.storage import Stores
from tests.builders import (
    NOON,
    a_chunk,
    a_document,
    a_memory,
    a_record,
    a_source,
    changes_of,
    day,
)

LETTER = DocumentId("letter")


async def test_a_document_comes_back_as_it_was_handed_in(stores: Stores, bank: Bank) -> None:
    document = a_document(
        "notes/2024 ☂",
        "Es regnet. 雨だ。",
        bank=bank,
        timestamp=None,
        context="Weather",
        metadata={"source": "radio", "länge": "2"},
        tags=("weather", "b", "a"),
        entities=(Surface("Oslo", EntityType.LOCATION), Surface("Ann")),
    )

    await stores.memories.apply(changes_of(bank=bank, document=document))

    assert await stores.documents.find(bank.id, document.id) == replace(
        document, revision=1, created_at=document.received_at
    )


async def test_an_unknown_document_is_none_and_has_no_chunks(stores: Stores, bank: Bank) -> None:
    assert await stores.documents.find(bank.id, LETTER) is None
    assert await stores.documents.chunks(bank.id, LETTER) == []
    assert await stores.documents.delete(bank.id, LETTER) is None


async def test_chunks_come_in_reading_order_without_their_turns(stores: Stores, bank: Bank) -> None:
    turn = PlacedTurn(turn=Turn(text="Hi.", speaker="Ann", role=Role.USER), start=5, end=8)
    first, second = a_chunk("Ann: Hi.\n"), a_chunk("Ann: Bye.", index=1, start=9)
    spoken = replace(first, turns=(turn,))
    document = a_document("chat", "Ann: Hi.\nAnn: Bye.", bank=bank)

    await stores.memories.apply(changes_of(bank=bank, document=document, chunks=(second, spoken)))

    assert await stores.documents.chunks(bank.id, document.id) == [first, second]


async def test_each_update_is_one_revision(stores: Stores, bank: Bank) -> None:
    await stores.memories.apply(changes_of(bank=bank, document=a_document(bank=bank)))
    longer = a_document(text="It rained. It snowed.", bank=bank, received_at=day(2024, 6))

    await stores.memories.apply(changes_of(bank=bank, document=longer, expected_revision=1))

    assert await stores.documents.find(bank.id, LETTER) == replace(
        longer, revision=2, created_at=NOON
    )


@pytest.mark.parametrize("expected", [0, 2])
async def test_changes_worked_out_from_another_revision_are_refused_whole(
    stores: Stores, bank: Bank, expected: int
) -> None:
    before = a_document(bank=bank, created_at=NOON)
    await stores.memories.apply(changes_of(bank=bank, document=before))
    late = a_record("It snowed.", bank=bank, sources=(a_source(),))
    after = a_document(text="It snowed.", bank=bank)

    with pytest.raises(Conflict):
        await stores.memories.apply(
            changes_of(late, bank=bank, document=after, expected_revision=expected)
        )

    assert await stores.documents.find(bank.id, LETTER) == before
    assert await stores.memories.get(bank.id, [late.memory.id]) == {}


async def test_a_retain_under_way_does_not_bring_a_deleted_document_back(
    stores: Stores, bank: Bank
) -> None:
    await stores.memories.apply(changes_of(bank=bank, document=a_document(bank=bank)))
    under_way = changes_of(bank=bank, document=a_document(bank=bank), expected_revision=1)
    await stores.documents.delete(bank.id, LETTER)

    with pytest.raises(Conflict):
        await stores.memories.apply(under_way)

    assert await stores.documents.find(bank.id, LETTER) is None


async def test_of_writers_who_did_not_see_one_another_exactly_one_wins(
    stores: Stores, bank: Bank
) -> None:
    def attempt(number: int) -> Changes:
        record = a_record(f"It rained {number} times.", bank=bank, sources=(a_source(),))
        document = a_document(text=record.memory.text, bank=bank)
        return changes_of(record, bank=bank, document=document)

    ended = await asyncio.gather(
        *(stores.memories.apply(attempt(number)) for number in range(8)), return_exceptions=True
    )

    assert [type(error) for error in ended if error != 0] == [Conflict] * 7
    kept = await stores.documents.find(bank.id, LETTER)
    [memory], _ = await stores.memories.page(bank.id, MemoryPage())
    assert kept is not None
    assert (kept.revision, kept.text) == (1, memory.text)


async def test_documents_are_listed_without_their_text_latest_received_first(
    stores: Stores, bank: Bank
) -> None:
    old = a_document("old", bank=bank, received_at=day(2024, 1))
    new = a_document(
        *("new", "It snowed twice."),
        bank=bank,
        received_at=day(2024, 3),
        context="Weather",
        metadata={"a": "b"},
        tags=("snow",),
    )
    for document in (new, old):
        one, two = (
            a_record(f"{document.id} {n}", bank=bank, sources=(a_source(document.id, start=n),))
            for n in (1, 2)
        )
        await stores.memories.apply(changes_of(one, two, bank=bank, document=document))
    again = replace(old, received_at=day(2024, 2), text="It rained again.")
    await stores.memories.apply(changes_of(bank=bank, document=again, expected_revision=1))

    page, total = await stores.documents.page(bank.id, limit=1, offset=0)
    rest, _ = await stores.documents.page(bank.id, limit=5, offset=1)

    assert (total, [listing.id for listing in (*page, *rest)]) == (2, ["new", "old"])
    assert page[0].length == len("It snowed twice.")
    assert (page[0].memories, page[0].digest) == (2, new.digest)
    assert (page[0].context, page[0].tags, page[0].metadata) == ("Weather", ("snow",), {"a": "b"})
    assert page[0].timestamp == NOON
    assert (rest[0].created_at, rest[0].updated_at) == (day(2024, 1), day(2024, 2))


async def test_appending_keeps_what_was_there(stores: Stores, bank: Bank) -> None:
    first = a_record("It rained.", bank=bank, sources=(a_source(),))
    await stores.memories.apply(changes_of(first, bank=bank, document=a_document(bank=bank)))
    second = a_record("It snowed.", bank=bank, sources=(a_source(chunk=1, start=11),))

    await stores.memories.apply(
        changes_of(
            second,
            bank=bank,
            document=a_document(text="It rained.\nIt snowed.", bank=bank),
            expected_revision=1,
            chunks=(a_chunk("It snowed.", index=1, start=11),),
        )
    )

    found = await stores.memories.get(bank.id, [first.memory.id, second.memory.id])
    assert [memory.text for memory in found.values()] == ["It rained.", "It snowed."]
    chunks = await stores.documents.chunks(bank.id, LETTER)
    assert [chunk.text for chunk in chunks] == ["It rained.", "It snowed."]


async def test_a_dropped_chunk_takes_what_was_read_only_from_it(stores: Stores, bank: Bank) -> None:
    rain = a_record("It rained.", bank=bank, sources=(a_source(chunk=0),))
    snow = a_record("It snowed.", bank=bank, sources=(a_source(chunk=1, start=11),))
    chunks = (a_chunk("It rained."), a_chunk("It snowed.", index=1, start=11))
    whole = a_document(text="It rained.\nIt snowed.", bank=bank)
    await stores.memories.apply(changes_of(rain, snow, bank=bank, document=whole, chunks=chunks))

    gone = await stores.memories.apply(
        changes_of(
            bank=bank,
            document=a_document(text="It rained.", bank=bank),
            expected_revision=1,
            dropped_chunks=(1,),
            chunks=(),
        )
    )

    assert gone == 1
    found = await stores.memories.get(bank.id, [rain.memory.id, snow.memory.id])
    assert list(found) == [rain.memory.id]
    assert await stores.documents.chunks(bank.id, LETTER) == [chunks[0]]


async def test_what_a_changed_chunk_still_states_stays_with_its_new_place(
    stores: Stores, bank: Bank
) -> None:
    rain = a_record("It rained.", bank=bank, sources=(a_source(end=10),))
    await stores.memories.apply(changes_of(rain, bank=bank, document=a_document(bank=bank)))
    place = a_source(start=6, end=16)
    text = "Alas, it rained."

    gone = await stores.memories.apply(
        changes_of(
            bank=bank,
            document=a_document(text=text, bank=bank),
            expected_revision=1,
            dropped_chunks=(0,),
            restatements=(Restatement(rain.memory.id, place),),
        )
    )

    assert gone == 0
    found = await stores.memories.get(bank.id, [rain.memory.id])
    assert found[rain.memory.id].sources == (place,)
    assert found[rain.memory.id].proof_count == 1
    assert [chunk.text for chunk in await stores.documents.chunks(bank.id, LETTER)] == [text]


async def test_sources_move_with_a_chunk_that_moves(stores: Stores, bank: Bank) -> None:
    rain = a_record("It rained.", bank=bank, sources=(a_source(chunk=0, start=0, end=10),))
    snow = a_record("It snowed.", bank=bank, sources=(a_source(chunk=1, start=11, end=21),))
    before = (a_chunk("It rained."), a_chunk("It snowed.", index=1, start=11))
    await stores.memories.apply(
        changes_of(rain, snow, bank=bank, document=a_document(bank=bank), chunks=before)
    )
    title = a_chunk("Weather")
    moved = (a_chunk("It rained.", index=1, start=8), a_chunk("It snowed.", index=2, start=19))

    await stores.memories.apply(
        changes_of(
            bank=bank,
            document=a_document(text="Weather\nIt rained.\nIt snowed.", bank=bank),
            expected_revision=1,
            chunks=(title,),
            moved_chunks=((0, moved[0]), (1, moved[1])),
        )
    )

    found = await stores.memories.get(bank.id, [rain.memory.id, snow.memory.id])
    assert found[rain.memory.id].sources == (a_source(chunk=1, start=8, end=18),)
    assert found[snow.memory.id].sources == (a_source(chunk=2, start=19, end=29),)
    assert await stores.documents.chunks(bank.id, LETTER) == [title, *moved]


async def test_deleting_a_document_takes_what_was_read_only_from_it(
    stores: Stores, bank: Bank
) -> None:
    rain, snow = (
        a_record(text, bank=bank, sources=(a_source(start=start),))
        for text, start in (("It rained.", 0), ("It snowed.", 11))
    )
    other = a_record("It hailed.", bank=bank, sources=(a_source("other"),))
    unread = a_record(a_memory("It froze.", bank=bank))
    await stores.memories.apply(changes_of(rain, snow, bank=bank, document=a_document(bank=bank)))
    await stores.memories.apply(
        changes_of(other, unread, bank=bank, document=a_document("other", bank=bank))
    )

    assert await stores.documents.delete(bank.id, LETTER) == 2

    left, _ = await stores.memories.page(bank.id, MemoryPage())
    assert {memory.text for memory in left} == {"It hailed.", "It froze."}
    assert await stores.documents.find(bank.id, LETTER) is None
    assert await stores.documents.chunks(bank.id, LETTER) == []


async def test_what_another_document_states_as_well_survives_with_that_source(
    stores: Stores, bank: Bank
) -> None:
    rain = a_record("It rained.", bank=bank, sources=(a_source(),))
    await stores.memories.apply(changes_of(rain, bank=bank, document=a_document(bank=bank)))
    elsewhere = a_source("diary", speaker="Ann", mentioned_at=day(2024, 6))
    diary = a_document("diary", bank=bank)
    await stores.memories.apply(
        changes_of(
            bank=bank,
            document=diary,
            restatements=(Restatement(rain.memory.id, elsewhere),),
        )
    )

    assert await stores.documents.delete(bank.id, LETTER) == 0

    [memory], _ = await stores.memories.page(bank.id, MemoryPage(document=diary.id))
    assert memory.id == rain.memory.id
    assert memory.sources == (elsewhere,)
    assert (memory.document, memory.proof_count) == ("diary", 1)


async def test_a_deleted_document_can_be_handed_in_again(stores: Stores, bank: Bank) -> None:
    first = a_record("It rained.", bank=bank, sources=(a_source(),))
    await stores.memories.apply(changes_of(first, bank=bank, document=a_document(bank=bank)))
    await stores.documents.delete(bank.id, LETTER)
    second = a_record("It rained.", bank=bank, sources=(a_source(),))

    await stores.memories.apply(changes_of(second, bank=bank, document=a_document(bank=bank)))

    [memory], total = await stores.memories.page(bank.id, MemoryPage())
    assert (memory.id, total) == (second.memory.id, 1)


@pytest.mark.parametrize("id", ["a/b?c=d#e", "ид", "x" * 300, "it's %_\\", "🙂 two words", " "])
async def test_any_text_can_be_the_id_of_a_document(stores: Stores, bank: Bank, id: str) -> None:
    record = a_record(bank=bank, sources=(a_source(id),))
    await stores.memories.apply(changes_of(record, bank=bank, document=a_document(id, bank=bank)))

    found = await stores.documents.find(bank.id, DocumentId(id))
    [memory], _ = await stores.memories.page(bank.id, MemoryPage(document=DocumentId(id)))

    assert found is not None
    assert found.id == id
    assert memory.document == id
    assert await stores.documents.delete(bank.id, DocumentId(id)) == 1
