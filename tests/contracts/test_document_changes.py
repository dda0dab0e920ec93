"""What `DocumentStore` promises of turns, and of what was done to documents."""

from dataclasses import replace

from tacitus.domain.banks import Bank
from tacitus.domain.curation import Act, MemoryChange
from tacitus.domain.documents import (
    KEPT_CHANGES,
    About,
    DocumentAct,
    DocumentChange,
    Role,
    TurnPlace,
)
from tacitus.domain.ids import DocumentId
from tacitus.domain.turns import turns_in
from tacitus.ports.storage import Stores
from tests.builders import a_document, a_record, a_source, changes_of, day

LETTER = DocumentId("letter")


async def test_who_said_what_when_is_kept_by_places_and_never_of_another_content(
    stores: Stores, bank: Bank
) -> None:
    about = About(context="by phone", metadata={"line": "7"}, tags=("calls",))
    turns = (
        TurnPlace(start=5, end=8, speaker="Ann", at=day(2024, 1, 2), label="d1:1"),
        TurnPlace(start=9, end=13, role=Role.ASSISTANT, about=about),
    )
    told = a_document("chat", "Ann: Hi.\nBye.", bank=bank, turns=turns)
    untold = a_document("letter", bank=bank)
    for document in (told, untold):
        await stores.memories.apply(changes_of(bank=bank, document=document))

    found = [await stores.documents.find(bank.id, one.id) for one in (told, untold)]
    assert [one and one.turns for one in found] == [turns, None]


async def test_a_turn_has_no_words_but_those_of_the_text_and_loses_them_with_it(
    stores: Stores, bank: Bank
) -> None:
    text = "Ann: I row.\nBen: My pin is 4711."
    turns = (TurnPlace(start=5, end=11, speaker="Ann"), TurnPlace(start=17, end=32, speaker="Ben"))
    secret = a_record("Ben: My pin is 4711.", bank=bank.id, sources=(a_source(start=17, end=32),))
    document = a_document(text=text, bank=bank, turns=turns)
    await stores.memories.apply(changes_of(secret, bank=bank, document=document))

    await stores.memories.delete(bank.id, secret.memory.id)

    found = await stores.documents.find(bank.id, LETTER)
    assert found is not None
    assert found.turns == turns
    said = [one.turn.text.split() for one in turns_in(found.text, turns)]
    assert said == [["I", "row."], []]


async def test_what_was_done_to_a_document_is_remembered_with_what_was_done_to_its_memories(
    stores: Stores, bank: Bank
) -> None:
    record = a_record(bank=bank.id, sources=(a_source(),))
    written = DocumentChange(at=day(2024, 1, 1), act=DocumentAct.RETAINED, added=1)
    document = a_document(bank=bank)
    await stores.memories.apply(changes_of(record, bank=bank, document=document, change=written))
    act = MemoryChange(at=day(2024, 1, 2), act=Act.INVALIDATED, reason="A joke.")
    await stores.curation.note(bank.id, record.memory.id, act)
    tagged = DocumentChange(at=day(2024, 1, 3), act=DocumentAct.RETAGGED)
    await stores.documents.note(bank.id, LETTER, tagged)
    await stores.documents.note(bank.id, DocumentId("gone"), tagged)
    doubted = DocumentChange(
        at=day(2024, 1, 2), act=DocumentAct.FACT_INVALIDATED, memory=record.memory.id
    )
    assert await stores.documents.changes(bank.id, LETTER) == [tagged, doubted, written]

    emptied = replace(written, at=day(2024, 1, 4), added=0)
    await stores.memories.apply(
        changes_of(
            bank=bank,
            document=a_document(text="Nothing.", bank=bank),
            expected_revision=1,
            dropped_chunks=(0,),
            change=emptied,
        )
    )

    # What was done to a memory goes with it.
    left = [replace(emptied, removed=1), tagged, written]
    assert await stores.documents.changes(bank.id, LETTER) == left
    assert await stores.documents.changes(bank.id, DocumentId("gone")) == []


async def test_of_what_was_done_to_a_document_the_latest_is_kept_as_long_as_the_document(
    stores: Stores, bank: Bank
) -> None:
    await stores.memories.apply(changes_of(bank=bank, document=a_document(bank=bank)))
    done = [
        DocumentChange(at=day(2024, 1, 1), act=DocumentAct.RETAGGED, added=number)
        for number in range(KEPT_CHANGES + 2)
    ]
    for change in done:
        await stores.documents.note(bank.id, LETTER, change)

    assert await stores.documents.changes(bank.id, LETTER) == done[: -KEPT_CHANGES - 1 : -1]

    await stores.documents.delete(bank.id, LETTER)
    await stores.memories.apply(changes_of(bank=bank, document=a_document(bank=bank)))
    assert await stores.documents.changes(bank.id, LETTER) == []
