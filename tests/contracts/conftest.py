"""One suite states what each port promises, and runs on every adapter.

The database is opened once: a test has a tenant of its own, and its banks go when it is over.
"""

import inspect
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory import open_in_memory
from tacitus.adapters.postgres import embedded_url, open_postgres
from tacitus.adapters.postgres.pictures import Pictures
from tacitus.adapters.postgres.resident import ResidentIndex
from tacitus.domain.banks import Bank
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_bank
from tests.contracts.stores import NewBank
from tests.homes import ready_home

ADAPTERS = [
    pytest.param("in_memory", id="in memory"),
    pytest.param("postgres", id="postgres", marks=pytest.mark.database),
]
RESIDENT = pytest.param("resident", id="resident", marks=pytest.mark.database)
SEARCHES = {
    f"test_{topic}"
    for topic in (
        "appraisal", "edges", "filters", "isolation", "keyword_search", "semantic_search",
        "reading", "superseding", "temporal_search",
    )
}  # fmt: skip
"""What is promised of searches, which there is a third way to do."""
_tenants = count(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let all tests share the loop that the connections to the database live in."""
    for item in items:
        ours = item.path.is_relative_to(Path(__file__).parent)
        if ours and inspect.iscoroutinefunction(getattr(item, "function", None)):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "stores" in metafunc.fixturenames:
        topic = metafunc.definition.path.stem
        ways = [*ADAPTERS, RESIDENT] if topic in SEARCHES else ADAPTERS
        metafunc.parametrize("stores", ways, indirect=True)


@pytest.fixture(scope="session")
def clock() -> TickingClock:
    return TickingClock(NOON)


@pytest.fixture
def in_memory(clock: TickingClock) -> Stores:
    return open_in_memory(clock=clock)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def database(clock: TickingClock) -> AsyncIterator[Stores]:
    with ready_home() as home:
        async with embedded_url(home) as url, open_postgres(url, clock=clock) as stores:
            yield stores


@pytest.fixture(scope="session")
def postgres(database: Stores) -> Stores:
    """The stores of the database, searched by it."""
    assert isinstance(database.index, ResidentIndex)
    return replace(database, index=database.index.database)


@pytest.fixture(scope="session")
def resident(database: Stores, clock: TickingClock) -> Stores:
    """The same, searched in pictures of the banks, however big."""
    assert isinstance(database.index, ResidentIndex)
    pictures = Pictures(database.index.pictures.database, small=1_000_000)
    return replace(database, index=ResidentIndex(pictures, database.index.database, clock))


@pytest.fixture
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
