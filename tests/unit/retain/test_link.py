"""Step 8 of retain: links."""

import math
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory import open_in_memory
from tacitus.domain.changes import Cause, Changes, Draft, Record
from tacitus.domain.graph import Link, LinkType
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Dating, Network
from tacitus.domain.time import Interval
from tacitus.ports.storage import MemoryStore, Resemblance
from tacitus.retain.link import SIGMA_SECONDS, link
from tests.builders import NOON, a_bank, a_record, a_source

BANK = a_bank()


def said(hours: float, **other: Any) -> Record:
    at = NOON + timedelta(hours=hours)
    return a_record(
        bank=BANK, occurred=Interval(at, at), mentioned_at=at, sources=(a_source(),), **other
    )


def draft(*causes: Cause) -> Draft:
    return Draft(
        text="x",
        network=Network.WORLD,
        chunk=0,
        start=0,
        end=1,
        occurred=None,
        dating=Dating.MENTION,
        mentioned_at=NOON,
        causes=causes,
    )


async def stores(*records: Record) -> MemoryStore:
    opened = open_in_memory(clock=TickingClock(NOON))
    await opened.banks.save(BANK)
    await opened.memories.apply(Changes(bank=BANK.id, records=tuple(records)))
    return opened.memories


async def links_of(
    records: Sequence[Record],
    *,
    stored: Sequence[Record] = (),
    near: dict[MemoryId, list[Resemblance]] | None = None,
    drafts: Sequence[Draft] = (),
) -> list[Link]:
    ids = [record.memory.id for record in records]
    return list(
        await link(
            records,
            [dict(zip(ids, drafts or [draft() for _ in records], strict=True))],
            {id: (near or {}).get(id, []) for id in ids},
            BANK.id,
            await stores(*stored),
        )
    )


async def test_memories_in_sequence_are_linked_by_their_distance_in_time() -> None:
    first, second = said(0), said(6)

    [made] = await links_of([first, second])

    assert (made.source, made.target) == (second.memory.id, first.memory.id)
    assert made.weight == pytest.approx(math.exp(-6 * 3600 / SIGMA_SECONDS))


async def test_a_stored_memory_of_the_same_days_is_linked() -> None:
    new, old = said(0), said(24)

    [made] = await links_of([new], stored=[old])

    assert made.type is LinkType.TEMPORAL
    assert made.weight == pytest.approx(math.exp(-1))


async def test_what_lies_a_week_apart_is_not_linked() -> None:
    assert await links_of([said(0)], stored=[said(24 * 7)]) == []


async def test_memories_alike_are_linked_by_their_cosine() -> None:
    new, old = said(0), said(24 * 30)
    near = {new.memory.id: [Resemblance(old.memory, 0.8), Resemblance(said(0).memory, 0.6)]}

    [made] = await links_of([new], near=near)

    assert (made.target, made.type, made.weight) == (old.memory.id, LinkType.SEMANTIC, 0.8)


async def test_a_stated_cause_becomes_a_causal_link() -> None:
    rain, delay = said(0), said(24 * 9)
    drafts = [draft(), draft(Cause(target=0, type=LinkType.CAUSED_BY))]

    [made] = await links_of([rain, delay], drafts=drafts)

    assert made == Link(delay.memory.id, rain.memory.id, LinkType.CAUSED_BY, 1.0)


async def test_a_cause_that_was_not_extracted_or_is_itself_is_left_out() -> None:
    drafts = [draft(Cause(target=0, type=LinkType.CAUSES), Cause(target=7, type=LinkType.CAUSES))]

    assert await links_of([said(0)], drafts=drafts) == []
