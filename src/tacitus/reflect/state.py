"""Opinions that a person or an application states: kept as those that an answer came to."""

from collections.abc import Collection
from dataclasses import replace

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Changes
from tacitus.domain.errors import InvalidRequest, MemoryNotFound
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory, Network
from tacitus.domain.opinions import REASON, Stated
from tacitus.domain.statements import Comparison, Statement, compare
from tacitus.domain.texts import distinct
from tacitus.reflect.derive import Derived, Tools, derive, mentions_in

_ALIKE = 20
"""How many held opinions of its theme a new one is compared with."""


async def state(stated: Stated, bank: Bank, tools: Tools) -> tuple[MemoryId, bool]:
    """Keep an opinion with the memories it rests on; return its id, and whether it is new.

    One that is held in the same words already is not formed again, and is not moved: saying so
    twice is no evidence.

    Raises:
        InvalidRequest: Nobody is named, nothing is said, or it rests on nothing, or on an opinion.
        MemoryNotFound: The bank holds no memory that it is said to rest on.
        Conflict: What it rests on went in this very moment: try again.
    """
    _check(stated)
    basis = await _basis(stated, bank, tools)
    derived = Derived(
        text=stated.text.strip(),
        network=Network.OPINION,
        drawn_from=tuple(one.id for one in basis),
        confidence=stated.confidence,
    )
    [made] = await derive([derived], bank.id, tools)
    memory = replace(
        made.memory,
        speaker=stated.who.strip(),
        metadata={REASON: stated.reason} if stated.reason else {},
        tags=distinct(stated.tags, "tag"),
    )
    record = replace(made, memory=memory)
    held = await tools.opinions.touching(bank.id, memory.id, record.vector, limit=_ALIKE)
    same = _same(memory, held)
    if same is not None:
        return same, False
    changes = Changes(
        bank=bank.id,
        records=(record,),
        mentions=tuple(await mentions_in(record, basis, bank.id, tools)),
        drawn_from=((memory.id, derived.drawn_from),),
    )
    await tools.memories.apply(changes)
    return memory.id, True


def _check(stated: Stated) -> None:
    if not stated.who.strip():
        raise InvalidRequest("Say whose opinion it is")
    if not stated.text.strip():
        raise InvalidRequest("Say what is believed")
    if not 0 <= stated.confidence <= 1:
        raise InvalidRequest("A confidence lies between 0 and 1")
    if not stated.drawn_from:
        raise InvalidRequest("Name the memories that the opinion rests on")


async def _basis(stated: Stated, bank: Bank, tools: Tools) -> list[Memory]:
    asked = tuple(dict.fromkeys(stated.drawn_from))
    found = await tools.memories.get(bank.id, asked)
    for id in asked:
        if id not in found:
            raise MemoryNotFound(f"Memory '{id}' not found")
        if found[id].network is Network.OPINION:
            raise InvalidRequest("An opinion rests on what is known, not on another opinion")
    return [found[id] for id in asked]


def _same(new: Memory, held: Collection[Memory]) -> MemoryId | None:
    said = Statement(new.text, None, new.mentioned_at)
    return next(
        (
            one.id
            for one in held
            if compare(said, Statement(one.text, None, one.mentioned_at)) is Comparison.IDENTICAL
        ),
        None,
    )
