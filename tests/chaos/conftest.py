"""How long the chaos lasts: seconds in a run of all tests, minutes in `make chaos`."""

import os
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tacitus.adapters.postgres import embedded_url
from tacitus.bootstrap import Runtime, open_runtime
from tacitus.settings import Settings
from tests.homes import ready_home

SECONDS = float(os.environ.get("CHAOS_SECONDS", "3"))


@pytest.fixture
def seconds() -> float:
    return SECONDS


@pytest_asyncio.fixture
async def runtime() -> AsyncIterator[Runtime]:
    """A memory in a database that no worker can take away with it."""
    with ready_home() as home:
        async with (
            embedded_url(home) as url,
            open_runtime(Settings(home=home, database_url=url)) as opened,
        ):
            yield opened
