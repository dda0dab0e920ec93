"""A database that stays open for the commands of a test module, so that each need not start it."""

from collections.abc import AsyncGenerator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest_asyncio

from tacitus.adapters.postgres import embedded_url


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def home() -> AsyncGenerator[Path]:
    """Give a data folder whose embedded server is running; it stops with its last user."""
    # Not under pytest's own folder: another run shuts the way to it, which the server's account needs.
    with TemporaryDirectory(prefix="tacitus-", ignore_cleanup_errors=True) as folder:
        async with embedded_url(Path(folder)):
            yield Path(folder)
