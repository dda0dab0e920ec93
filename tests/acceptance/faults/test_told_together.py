"""What several tell at the same moment comes to what it would have come to one after another."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tacitus.domain.memories import State
from tests.acceptance.faults.banks import Bank, on

MANY = 20


async def once(bank: Bank) -> None:
    """Tell the same in many documents at once, and find it told once, so many times."""
    await asyncio.gather(
        *(bank.retain("Ann: We use Postgres.", on(2024), document=f"{n}") for n in range(MANY))
    )

    [memory] = await bank.memories()
    assert memory.proof_count == MANY


async def the_latest(bank: Bank) -> None:
    """Tell of a state that changes, all at once, and find the latest alone to hold."""
    works = [f"Ann: I work at {name} now." for name in ("Google", "Meta", "Apple", "Nokia")]

    await asyncio.gather(
        *(bank.retain(said, on(2020 + n), document=f"{n}") for n, said in enumerate(works))
    )

    assert await bank.texts(State.VALID) == works[-1:]
    assert await bank.texts(State.SUPERSEDED) == works[:-1]


async def one_version(bank: Bank) -> None:
    """Write one document over and over at once: all are answered, and one of them stands."""
    receipts = await asyncio.gather(
        *(bank.retain(f"Ann: Version {n}.", on(2024), document="plan") for n in range(2 * MANY))
    )

    [text] = await bank.texts()
    kept = await bank.engine.document(bank.name, receipts[0].document)
    assert kept.text == text


TOGETHER = pytest.mark.parametrize("held", [once, the_latest, one_version])


@TOGETHER
async def test_what_is_told_at_once_is_as_told_in_turn(
    held: Callable[[Bank], Awaitable[None]], bank: Bank
) -> None:
    await held(bank)


@pytest.mark.database
@TOGETHER
async def test_what_is_told_at_once_is_as_told_in_turn_in_the_database(
    held: Callable[[Bank], Awaitable[None]], stored_bank: Bank
) -> None:
    await held(stored_bank)
