"""Who is let in, how long that is remembered, and who waits for whom."""

import asyncio
from datetime import timedelta

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory.access import Keys
from tacitus.areas.access import COARSE, FRESH, Access, Gate
from tacitus.domain.access import Grant, Key, KeyId, Right
from tacitus.domain.errors import Unauthenticated
from tests.builders import NOON


class CountingKeys(Keys):
    """Counts what is looked up, and lets look-ups of keys that are not there wait."""

    def __init__(self) -> None:
        super().__init__()
        self.looked: list[str] = []
        self.answering = asyncio.Event()
        self.answering.set()

    async def any(self) -> bool:
        self.looked.append("any")
        return await super().any()

    async def find(self, id: KeyId) -> Key | None:
        self.looked.append("find")
        found = await super().find(id)
        if found is None:
            await self.answering.wait()
        return found

    async def used(self, key: Key, at: object) -> None:
        self.looked.append("used")
        await super().used(key, at)  # pyright: ignore[reportArgumentType]


@pytest.fixture
def clock() -> TickingClock:
    return TickingClock(NOON, step=timedelta(0))


@pytest.fixture
def keys() -> CountingKeys:
    return CountingKeys()


@pytest.fixture
def access(keys: CountingKeys, clock: TickingClock) -> Access:
    return Access("acme", keys, clock)


@pytest.fixture
def gate(keys: CountingKeys, clock: TickingClock) -> Gate:
    return Gate(keys, clock, "default")


async def refused(gate: Gate, shown: str | None, *, from_here: bool = True) -> str:
    with pytest.raises(Unauthenticated) as told:
        await gate.grant(shown, from_here=from_here)
    return str(told.value)


async def test_while_there_is_no_key_this_machine_may_do_everything(gate: Gate) -> None:
    everything = Grant(key=None, tenant="default", banks=None, right=Right.ADMIN)

    assert await gate.grant(None) == everything
    assert await gate.grant("anything") == everything
    assert "only this machine" in await refused(gate, None, from_here=False)


async def test_from_the_first_key_on_one_is_asked_for_even_if_it_is_revoked(
    gate: Gate, access: Access, clock: TickingClock
) -> None:
    await gate.grant(None)
    key, text = await access.create("", Right.READ)
    clock.advance(seconds=FRESH.total_seconds())

    assert "A key is needed" in await refused(gate, None)
    assert (await gate.grant(text, from_here=False)).tenant == "acme"
    await access.revoke(key.id)
    gate.look_again(key.id)
    assert "not known" in await refused(gate, text)
    assert "A key is needed" in await refused(gate, None)


async def test_a_look_counts_for_some_seconds_and_no_longer(
    gate: Gate, access: Access, keys: CountingKeys, clock: TickingClock
) -> None:
    key, text = await access.create("", Right.READ)
    for _ in range(10):
        await gate.grant(text)
    assert keys.looked == ["any", "find", "used"]

    await access.revoke(key.id)
    clock.advance(seconds=FRESH.total_seconds() - 0.001)
    assert (await gate.grant(text)).key == key.id
    clock.advance(seconds=0.001)
    await refused(gate, text)

    assert keys.looked == ["any", "find", "used", "find"]


async def test_a_clock_that_is_put_back_keeps_no_key_alive(
    gate: Gate, access: Access, clock: TickingClock
) -> None:
    key, text = await access.create("", Right.READ)
    await gate.grant(text)
    await access.revoke(key.id)

    clock.advance(hours=-1)

    await refused(gate, text)


async def test_when_a_key_was_used_is_noted_coarsely(
    gate: Gate, access: Access, keys: CountingKeys, clock: TickingClock
) -> None:
    _, text = await access.create("", Right.READ)
    for _ in range(60):
        await gate.grant(text)
        clock.advance(minutes=1)

    # Sixty uses in an hour, each a minute after the one before: one of ten is noted.
    assert keys.looked.count("used") == timedelta(hours=1) / COARSE
    assert (await access.all())[0].used_at == NOON + timedelta(minutes=50)


async def test_a_wrong_key_with_the_id_of_a_good_one_is_refused_without_a_look(
    gate: Gate, access: Access, keys: CountingKeys
) -> None:
    _, text = await access.create("", Right.READ)
    await gate.grant(text)
    keys.looked.clear()

    for guess in range(100):
        await refused(gate, f"{text[:-64]}{guess:064x}")

    assert keys.looked == []


async def test_wrong_keys_wait_for_one_another_and_who_has_a_good_one_for_none(
    gate: Gate, access: Access, keys: CountingKeys, clock: TickingClock
) -> None:
    _, text = await access.create("", Right.READ)
    await gate.grant(text)
    keys.looked.clear()
    keys.answering.clear()
    guesses = [f"tct_{guess:032x}_{guess:064x}" for guess in range(100)]

    strangers = [asyncio.ensure_future(refused(gate, guess)) for guess in guesses]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(keys.looked) == 2  # at a time; the others take no connection
    clock.advance(seconds=FRESH.total_seconds())
    assert (await gate.grant(text)).tenant == "acme"

    keys.answering.set()
    assert set(await asyncio.gather(*strangers)) == {"The key is not known, or not any more"}
