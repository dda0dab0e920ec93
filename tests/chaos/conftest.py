"""How long the chaos lasts: seconds in a run of all tests, minutes in `make chaos`."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import pytest_asyncio

from tacitus.adapters.postgres import embedded_url
from tacitus.bootstrap import Runtime, open_runtime
from tacitus.settings import Settings

SECONDS = float(os.environ.get("CHAOS_SECONDS", "5"))


@pytest.fixture
def seconds() -> float:
    return SECONDS


@pytest_asyncio.fixture
async def runtime() -> AsyncIterator[Runtime]:
    """A memory in a database that no worker can take away with it."""
    with TemporaryDirectory(prefix="tacitus-", ignore_cleanup_errors=True) as home:
        async with embedded_url(Path(home)) as url:
            settings = Settings(home=Path(home), database_url=url)
            async with open_runtime(settings) as opened:
                yield opened
