"""Long documents are read beside the event loop: nobody who is served there waits for them."""

import asyncio
from contextlib import suppress

from tacitus.bootstrap import in_memory_runtime
from tacitus.domain.aside import SHORT, pieces
from tacitus.domain.documents import RetainItem
from tacitus.ports.runtime import tell_nobody

SENTENCES = [f"The kiln {number} of Ann Okafor was warm on day {number}." for number in range(800)]
SHAPES = {
    "prose": " ".join(SENTENCES),
    "one word": "a" * 30_000,
}


async def turns_while_reading(text: str) -> int:
    """Return how often somebody else has his turn before a document is ready to be stored."""
    turns = 0
    engine = in_memory_runtime().engine
    bank = await engine.open_bank("notes")

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0.001)
            turns += 1

    counting = asyncio.create_task(count())
    await engine.retaining.run(bank, RetainItem(content=text), tell_nobody)
    counting.cancel()
    with suppress(asyncio.CancelledError):
        await counting
    return turns


async def test_others_have_their_turn_while_a_long_document_is_read() -> None:
    for shape, text in SHAPES.items():
        assert await turns_while_reading(text) > len(text) / SHORT, shape


def test_pieces_are_short_and_lose_nothing() -> None:
    texts = ["x" * 7_000] * 10 + ["y" * (5 * SHORT)] + ["z"]

    cut = list(pieces(texts, len))

    assert [text for _, piece in cut for text in piece] == texts
    assert [len(piece) for _, piece in cut] == [3, 3, 3, 2, 1]
    assert [characters for characters, _ in cut] == [21_000] * 3 + [107_000, 1]
