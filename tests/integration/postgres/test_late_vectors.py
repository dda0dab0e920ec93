"""A bank that is moved to another embedder while others are at work."""

from dataclasses import replace

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.postgres import open_postgres
from tacitus.adapters.postgres.database import connect_arguments, open_database
from tacitus.adapters.postgres.nearest import Nearest
from tacitus.domain.errors import StorageError
from tacitus.domain.memories import MemoryPage
from tacitus.ports.storage import Stores
from tests.builders import a_bank, a_record, a_vector, changes_of

OLD, NEW = "an old one", "org/new\\one@8"


async def test_who_comes_late_with_vectors_of_the_old_embedder_is_refused(
    url: str, clock: TickingClock, stores: Stores
) -> None:
    bank = a_bank("late", tenant="late", embedder=OLD)
    async with (
        open_postgres(url, clock=clock, embedder=OLD) as before,
        open_postgres(url, clock=clock, embedder=NEW) as after,
        open_database(connect_arguments(url), 2) as database,
    ):
        await before.banks.save(bank)
        early = [a_record(f"{n}.", bank=bank, vector=a_vector(1, n)) for n in range(3)]
        await before.memories.apply(changes_of(*early, bank=bank))
        await Nearest(database, big=3).build_indexes()
        early_vector = a_vector(1, dimension=8)
        left = await after.reembedding.unembedded(bank.id, NEW, limit=9)
        await after.reembedding.keep(bank.id, NEW, [(one, early_vector) for one in left])

        assert await after.reembedding.switch(bank.id, NEW)  # the index is in nobody's way

        worked_out_before = changes_of(a_record("Late.", bank=bank), bank=bank)
        with pytest.raises(StorageError, match="moved to another embedder meanwhile"):
            await before.memories.apply(worked_out_before)
        fresh = a_record("Fresh.", bank=bank, vector=a_vector(1, dimension=8))
        await after.memories.apply(changes_of(fresh, bank=bank))
        found, count = await after.memories.page(bank.id, MemoryPage())
        assert ("Late." not in {one.text for one in found}, count) == (True, 4)
        assert replace(bank, embedder=NEW) == await before.banks.get(bank.id)
        await Nearest(database, big=3).build_indexes()
        await stores.banks.delete(bank.id)
