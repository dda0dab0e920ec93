"""One suite states what each port promises, and runs on every adapter.

The database is opened once: a test has a tenant of its own, and its banks go when it is over.
"""

import inspect
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import pytest_asyncio

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory import open_in_memory
from tacitus.adapters.postgres import embedded_url, open_postgres
from tacitus.domain.banks import Bank
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_bank
from tests.contracts.stores import NewBank

ADAPTERS = [
    pytest.param("in_memory", id="in memory"),
    pytest.param("postgres", id="postgres", marks=pytest.mark.database),
]
_tenants = count(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let all tests share the loop that the connections to the database live in."""
    for item in items:
        ours = item.path.is_relative_to(Path(__file__).parent)
        if ours and inspect.iscoroutinefunction(getattr(item, "function", None)):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def clock() -> TickingClock:
    return TickingClock(NOON)


@pytest.fixture
def in_memory(clock: TickingClock) -> Stores:
    return open_in_memory(clock=clock)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def postgres(clock: TickingClock) -> AsyncIterator[Stores]:
    # Not under pytest's own folder: another run shuts the way to it, which the server's account needs.
    with TemporaryDirectory(prefix="tacitus-", ignore_cleanup_errors=True) as home:
        async with embedded_url(Path(home)) as url, open_postgres(url, clock=clock) as stores:
            yield stores


@pytest.fixture(params=ADAPTERS)
def stores(request: pytest.FixtureRequest) -> Stores:
    return request.getfixturevalue(request.param)


@pytest.fixture
def tenant() -> str:
    return f"tenant {next(_tenants)}"


@pytest_asyncio.fixture(loop_scope="session")
async def new_bank(stores: Stores, tenant: str) -> AsyncIterator[NewBank]:
    made: list[Bank] = []
    of_the_test = tenant

    async def save(name: str = "notes", *, tenant: str | None = None) -> Bank:
        bank = a_bank(name, tenant=tenant or of_the_test)
        await stores.banks.save(bank)
        made.append(bank)
        return bank

    yield save
    for bank in made:
        await stores.banks.delete(bank.id)


@pytest_asyncio.fixture(loop_scope="session")
async def bank(new_bank: NewBank) -> Bank:
    return await new_bank()
