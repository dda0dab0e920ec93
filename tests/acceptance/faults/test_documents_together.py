"""Documents and banks whose names look alike, many hands on one document, and one that keeps growing."""

import asyncio
from dataclasses import replace

import pytest

from tacitus.domain.changes import Outcome
from tacitus.domain.documents import UpdateMode
from tests.acceptance.faults.banks import Bank, on

ALIKE = [
    ("x_y", "z"),
    ("x", "y_z"),
    ("x-y", "z"),
    ("x/y", "z"),
    ("x", "y/z"),
    ("x:y", "z"),
    ("x", "y:z"),
    ("x%2Fy", "z"),
    ("é", "z"),
    ("e\u0301", "z"),
    ("北京", "上海/外滩"),
    ("b" * 200, "d" * 300),
    ("b" * 200, "d" * 299 + "e"),
]
"""Names of a bank and of a document in it."""


async def names_apart(bank: Bank) -> None:
    """Hand in a text under each pair of names, and hold that each pair gives back its own alone."""
    expected: dict[str, set[str]] = {}
    for number, (name, document) in enumerate(ALIKE):
        said = f"Crate {number} holds {number * 7} bolts."
        expected.setdefault(name, set()).add(said)
        await replace(bank, name=name).retain(said, on(2024), document=document)

    for name, texts in expected.items():
        there = replace(bank, name=name)
        assert set(await there.texts()) == texts, name
        found = await there.found("What does the crate hold?")
        assert {memory.text for memory in found} <= texts, name


async def test_names_that_look_alike_never_give_each_others_text(bank: Bank) -> None:
    await names_apart(bank)


@pytest.mark.database
async def test_names_that_look_alike_stay_apart_in_the_database(stored_bank: Bank) -> None:
    await names_apart(stored_bank)


async def all_appends_are_kept(bank: Bank) -> None:
    lines = [f"Ann: Crate {number} holds {number * 7} bolts." for number in range(8)]

    receipts = await asyncio.gather(
        *(bank.retain(line, on(2024), document="ledger", mode=UpdateMode.APPEND) for line in lines)
    )

    kept = await bank.engine.document(bank.name, receipts[0].document)
    assert all(line in kept.text for line in lines), kept.text
    assert sorted(await bank.texts()) == sorted(lines)


async def test_eight_that_append_to_one_document_at_once_are_all_kept(bank: Bank) -> None:
    await all_appends_are_kept(bank)


@pytest.mark.database
async def test_eight_that_append_at_once_are_all_kept_in_the_database(stored_bank: Bank) -> None:
    await all_appends_are_kept(stored_bank)


async def test_a_transcript_that_grows_is_read_once_however_often_it_is_handed_in(
    bank: Bank,
) -> None:
    lines = [
        f"{speaker}: Crate {number} of ship {number % 7} holds {number * 7} bolts."
        for number, speaker in zip(range(400), ("Ann", "Ben") * 200, strict=True)
    ]

    receipts = [
        await bank.retain("\n".join(lines[:end]), on(2024), document="talk")
        for end in range(8, len(lines) + 1, 8)
    ]
    again = await bank.retain("\n".join(lines), on(2024), document="talk")

    id = (await bank.engine.bank(bank.name)).id
    chunks = len(await bank.engine.stores.documents.chunks(id, again.document))
    assert again.outcome is Outcome.UNCHANGED
    assert sorted(await bank.texts()) == sorted(lines)
    read = sum(receipt.chunks_read for receipt in receipts)
    assert read <= len(receipts) + chunks, (
        "50 times the last chunk, which grew, and each other one once"
    )
