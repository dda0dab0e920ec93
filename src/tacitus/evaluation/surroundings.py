"""What an evaluation reaches the world through; the command line hands it in."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from rich.console import Console

from tacitus.bootstrap import Runtime
from tacitus.settings import Settings


class Surroundings(Protocol):
    """Settings, memory and terminal."""

    @property
    def settings(self) -> Callable[[], Settings]: ...
    @property
    def open_runtime(self) -> Callable[[Settings], AbstractAsyncContextManager[Runtime]]: ...
    @property
    def out(self) -> Console: ...
    @property
    def err(self) -> Console: ...


@asynccontextmanager
async def throw_away_memory(around: Surroundings) -> AsyncGenerator[Runtime]:
    """Open a memory with a home of its own, that goes when the block ends.

    The models are those of the settings; the database never is.
    """
    with TemporaryDirectory(prefix="tacitus-evaluation-", ignore_cleanup_errors=True) as home:
        settings = around.settings().model_copy(
            update={"home": Path(home), "database_url": None, "tenant": "evaluation"}
        )
        async with around.open_runtime(settings) as runtime:
            yield runtime
