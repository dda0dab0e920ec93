"""What `MovingStore` promises: a bank that leaves and arrives is the same bank."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.errors import Conflict, InvalidRequest, NotFound
from tacitus.domain.memories import MemoryPage
from tacitus.domain.moving import KINDS, Header
from tacitus.domain.moving_parts import Part
from tacitus.formats.bank_lines import BankLines, written
from tacitus.ports.storage import Stores
from tests.builders import a_bank, a_vector
from tests.contracts.everything import SECRET, furnish
from tests.contracts.stores import NewBank


async def exported(stores: Stores, bank: Bank, *, vectors: bool = True) -> bytes:
    return b"".join([some async for some in written(stores.moving.leave(bank.id, vectors=vectors))])


async def parts_of(text: bytes) -> AsyncIterator[Sequence[Part]]:
    async def pieces() -> AsyncIterator[bytes]:
        for begin in range(0, len(text), 999):
            yield text[begin : begin + 999]

    _, parts = await BankLines(pieces()).read()
    async for some in parts:
        yield [one.part for one in some]


async def test_a_bank_that_has_some_of_everything_is_the_same_wherever_it_arrives(
    stores: Stores, in_memory: Stores, postgres: Stores, new_bank: NewBank, tenant: str
) -> None:
    bank = await new_bank()
    await furnish(stores, bank)
    before = await exported(stores, bank)

    for other in (postgres, in_memory):
        elsewhere = a_bank("elsewhere", tenant=tenant, embedder="another")
        await other.banks.save(elsewhere)
        await other.moving.arrive(elsewhere.id, parts_of(before))

        assert await exported(other, elsewhere) == before
        await other.banks.delete(elsewhere.id)
    kinds = {line.split(b'"')[1].decode() for line in before.splitlines()}
    assert kinds == {"tacitus", *(kind.name for kind in KINDS)}
    assert SECRET.encode() not in before


async def test_what_has_arrived_is_found_by_its_words_its_meaning_and_its_names(
    stores: Stores, new_bank: NewBank
) -> None:
    bank, elsewhere = await new_bank(), await new_bank("elsewhere")
    await furnish(stores, bank)

    await stores.moving.arrive(elsewhere.id, parts_of(await exported(stores, bank)))

    for place in (bank, elsewhere):
        place_now = stores.index
        [found] = await stores.entities.alike(place.id, ["anna"])
        there, count = await stores.memories.page(place.id, MemoryPage())
        assert {one.text for one in there if found.name in one.entities}
        assert count == 5
        assert place_now is not None
    told = [await stores.banks.stats(place.id) for place in (bank, elsewhere)]
    assert replace(told[0], operations={}) == replace(told[1], operations={})


async def test_a_bank_that_holds_anything_is_not_filled(stores: Stores, new_bank: NewBank) -> None:
    bank, elsewhere = await new_bank(), await new_bank("elsewhere")
    await furnish(stores, bank)
    text = await exported(stores, bank)
    await furnish(stores, elsewhere)
    before = await exported(stores, elsewhere)

    with pytest.raises(Conflict, match="holds something"):
        await stores.moving.arrive(elsewhere.id, parts_of(text))
    with pytest.raises(NotFound):
        await stores.moving.arrive(a_bank().id, parts_of(text))

    assert await exported(stores, elsewhere) == before


async def test_of_what_breaks_off_nothing_is_kept(stores: Stores, new_bank: NewBank) -> None:
    bank, elsewhere = await new_bank(), await new_bank("elsewhere")
    await furnish(stores, bank)
    text = await exported(stores, bank)
    empty = await exported(stores, elsewhere)

    async def breaking() -> AsyncIterator[Sequence[Part]]:
        async for some in parts_of(text):
            yield some
        raise InvalidRequest("line 99: broken")

    with pytest.raises(InvalidRequest, match="line 99"):
        await stores.moving.arrive(elsewhere.id, breaking())

    assert await exported(stores, elsewhere) == empty


async def test_the_header_tells_how_much_follows_and_vectors_may_stay_behind(
    stores: Stores, new_bank: NewBank
) -> None:
    bank = await new_bank()
    await furnish(stores, bank)
    parts = [some async for some in stores.moving.leave(bank.id, vectors=False)]

    header, *rest = parts
    assert isinstance(header, Header)
    assert not header.vectors
    assert sum(header.counts.values()) == sum(
        len(some) for some in rest if not isinstance(some, Header)
    )
    assert (header.counts["memory"], header.counts["source"]) == (5, 4)
    assert b'"vector":"' not in await exported(stores, bank, vectors=False)
    assert b'"vector":"' in await exported(stores, bank)
    assert a_vector(1).shape == (384,)
