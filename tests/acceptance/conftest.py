"""Servers and databases that stay open for the tests of a module, so that each need not start them."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest
import pytest_asyncio

from tacitus.adapters.postgres import embedded_url
from tacitus.http.app import serving
from tests.acceptance import apart
from tests.acceptance.server import serve
from tests.acceptance.shapes import Comparing
from tests.homes import ready_home


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def home() -> AsyncGenerator[Path]:
    """Give a data folder whose embedded server is running; it stops with its last user."""
    with ready_home() as folder:
        async with embedded_url(folder):
            yield folder


@pytest.fixture(scope="session")
def spread_out() -> Generator[tuple[str, str]]:
    with ready_home() as folder, apart.spread_out(folder) as servers:
        yield servers


@pytest.fixture(scope="module", params=["alone", "spread out"])
def addresses(request: pytest.FixtureRequest) -> Generator[tuple[str, str]]:
    """Where to ask, and where to tell: the same memory, by one server or by two with three workers.

    Whatever the one server answers is compared with the shapes of the reference.
    """
    if request.param == "spread out":
        yield request.getfixturevalue("spread_out")
        return
    comparing = Comparing(serving())
    with serve(comparing) as address:
        yield address, address
    assert comparing.faults == [], "an answer has another shape than the reference describes"


@pytest.fixture
def address(addresses: tuple[str, str]) -> str:
    return addresses[0]
