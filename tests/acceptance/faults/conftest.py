"""Banks to retain and recall in as a caller does: most keep nothing, some are in a database."""

import inspect
from collections.abc import AsyncGenerator
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from tacitus.adapters.models.minilm_embedder import MiniLmEmbedder
from tacitus.bootstrap import Runtime, in_memory_runtime, open_runtime
from tacitus.settings import Settings
from tests.acceptance.faults.banks import Bank
from tests.homes import ready_home

_numbers = count(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let all tests share the loop that the connections to the database live in."""
    for item in items:
        ours = item.path.is_relative_to(Path(__file__).parent)
        if ours and inspect.iscoroutinefunction(getattr(item, "function", None)):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def minilm() -> MiniLmEmbedder:
    return MiniLmEmbedder(threads=1)


@pytest.fixture
def bank() -> Bank:
    """Return a bank in which like words are near; meanings are not known."""
    return Bank(in_memory_runtime().engine)


@pytest.fixture
def knowing_bank(minilm: MiniLmEmbedder) -> Bank:
    """Return a bank in which like meanings are near."""
    return Bank(in_memory_runtime(embedder=minilm).engine)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def runtime() -> AsyncGenerator[Runtime]:
    with ready_home() as home:
        async with open_runtime(Settings(home=home)) as runtime:
            yield runtime


@pytest.fixture
def stored_bank(runtime: Runtime) -> Bank:
    """Return a bank of its own in the embedded PostgreSQL, with the shipped embedder."""
    return Bank(runtime.engine, name=f"bank {next(_numbers)}")
