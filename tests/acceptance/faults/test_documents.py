"""Documents of any size."""

import tracemalloc
from collections.abc import Callable
from datetime import timedelta

import pytest

from tacitus.domain.changes import Outcome
from tacitus.domain.ids import DocumentId
from tests.acceptance.faults.banks import Bank, on

MEGABYTE = 1_000_000


def prose(size: int) -> str:
    lines = (f"Crate {n} of the {n % 97}th ship holds {n * 7 % 1009} bolts." for n in range(size))
    return _of_length(size, lines.__next__, " ")


def paragraphs(size: int) -> str:
    lines = (f"## Crate {n}\n\nIt holds {n * 7 % 1009} bolts.\n" for n in range(size))
    return _of_length(size, lines.__next__, "\n")


def log(size: int) -> str:
    lines = (
        f"2024-05-01T{n // 3600 % 24:02d}:{n // 60 % 60:02d}:{n % 60:02d}Z INFO job {n} done"
        for n in range(size)
    )
    return _of_length(size, lines.__next__, "\n")


def talk(size: int) -> str:
    lines = (f"{('Ann', 'Bob')[n % 2]}: I counted {n} geese, and you?" for n in range(size))
    return _of_length(size, lines.__next__, "\n")


def unbroken(size: int) -> str:
    return _of_length(size, iter(lambda: "0123456789abcdef" * 64, "").__next__, "")


def chinese(size: int) -> str:
    lines = (f"第{n}号箱子里有{n * 7 % 1009}个螺栓。" for n in range(size))
    return _of_length(size, lines.__next__, "")


def _of_length(size: int, line: Callable[[], str], joint: str) -> str:
    parts: list[str] = []
    length = 0
    while length < size:
        parts.append(line())
        length += len(parts[-1]) + len(joint)
    return joint.join(parts)


@pytest.mark.parametrize(
    "written", [prose, paragraphs, log, talk, unbroken, chinese], ids=lambda f: f.__name__
)
async def test_the_chunks_of_a_long_document_are_the_document(
    bank: Bank, written: Callable[[int], str]
) -> None:
    text = written(MEGABYTE // 10)

    receipt = await bank.retain(text, on(2024), document="long")

    id = (await bank.engine.bank(bank.name)).id
    documents = bank.engine.stores.documents
    chunks = await documents.chunks(id, receipt.document)
    kept = await documents.find(id, receipt.document)
    assert kept
    assert kept.text == text
    assert "".join(chunk.text for chunk in chunks) == text
    assert receipt.chunks_read == len(chunks) > 10


@pytest.mark.parametrize("written", [prose, log, talk, chinese], ids=lambda f: f.__name__)
async def test_the_memories_of_a_long_document_hold_all_its_words(
    bank: Bank, written: Callable[[int], str]
) -> None:
    text = written(MEGABYTE // 20)

    await bank.retain(text, on(2024))

    places = [
        (source.start, source.end) for memory in await bank.memories() for source in memory.sources
    ]
    left = list(text)
    for start, end in places:
        left[start:end] = " " * (end - start)
    assert not "".join(left).replace("Ann:", "").replace("Bob:", "").strip()


def repetitive(lines: int) -> str:
    """Return a log of seven lines that come again and again, some 100 characters each."""
    moments = (on(2024, 5, 1, 0) + timedelta(seconds=n) for n in range(lines))
    return "\n".join(
        f"{moment:%Y-%m-%d %H:%M:%S} INFO vault-{n % 7}: the nightly copy of all crates to the"
        " other harbour is under way"
        for n, moment in enumerate(moments)
    )


async def test_five_megabytes_are_cut_without_loss(bank: Bank) -> None:
    text = repetitive(52_000)
    assert len(text) > 5 * MEGABYTE

    receipt = await bank.retain(text, on(2024, 6), document="very long")

    id = (await bank.engine.bank(bank.name)).id
    chunks = await bank.engine.stores.documents.chunks(id, receipt.document)
    assert "".join(chunk.text for chunk in chunks) == text
    assert len(await bank.memories()) == 7


async def test_memory_use_is_bounded_by_the_length_of_the_document(bank: Bank) -> None:
    await bank.retain(prose(MEGABYTE // 40), on(2024))
    text = prose(MEGABYTE // 10)

    tracemalloc.start()
    await bank.retain(text, on(2024))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert most < 150 * len(text)


FORGETTING = (
    "Ann: The kiln is warm.\nBen: My code is 4711, keep it to yourself.\nAnn: The clay is dry."
)


async def test_a_deleted_memory_cannot_be_read_in_its_document_and_does_not_come_back(
    bank: Bank,
) -> None:
    await forget_and_hand_in_again(bank)


@pytest.mark.database
async def test_a_deleted_memory_cannot_be_read_in_the_database_either(stored_bank: Bank) -> None:
    await forget_and_hand_in_again(stored_bank)


async def forget_and_hand_in_again(bank: Bank) -> None:
    await bank.retain(FORGETTING, on(2024), document="talk")
    [secret] = await bank.memories(words="4711")

    await bank.engine.delete_memory(bank.name, secret.id)

    for more, outcome in (
        ("", Outcome.UNCHANGED),
        ("\nBen: Good night.", Outcome.STORED),
        ("\nBen: Good night.\nAnn: Sleep well.", Outcome.STORED),
    ):
        receipt = await bank.retain(FORGETTING + more, on(2024), document="talk")
        assert (receipt.outcome, receipt.forgotten) == (outcome, 1)
        document = await bank.engine.document(bank.name, DocumentId("talk"))
        chunks = await bank.engine.chunks(bank.name, DocumentId("talk"))
        assert len(document.text) == len(FORGETTING + more)
        for text in (document.text, *(chunk.text for chunk in chunks), *await bank.texts()):
            assert "4711" not in text
        assert await bank.texts(words="clay") == ["Ann: The clay is dry."]

    await bank.engine.delete_document(bank.name, DocumentId("talk"))
    await bank.retain(FORGETTING, on(2024), document="talk")
    assert await bank.texts(words="4711") == [secret.text]
