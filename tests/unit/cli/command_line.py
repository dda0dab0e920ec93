"""The program in a test: a memory that lasts as long as the test, and a terminal that is read."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from typing import BinaryIO

from tacitus.bootstrap import Runtime, in_memory_runtime, language_model_of, reranker_of
from tacitus.cli.app import run
from tacitus.cli.seams import Seams, console
from tacitus.domain.errors import TacitusError
from tacitus.settings import Settings

DEFAULTS = Settings()


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line it said."""
        [line] = self.out.splitlines()
        return line

    @property
    def error(self) -> str:
        """The one line it failed with, and nothing else."""
        assert self.code, self.out
        [line] = self.err.splitlines()
        return line


class CommandLine:
    """`tacitus`, called with its arguments.

    Attributes:
        refusal: What opening the memory fails with.
        opened: Is told with which settings the memory is opened.
        served: The runtimes that were served.
        settings: What the environment says.
        stdin: Standard input instead of the bytes that a call gives.
    """

    def __init__(self, home: Path) -> None:
        self.settings = DEFAULTS.model_copy(update={"home": home})
        self.runtime = in_memory_runtime(self.settings)
        self.refusal: TacitusError | None = None
        self.opened: Callable[[Settings], object] = lambda settings: None
        self.served: list[Runtime] = []
        self.stdin: Callable[[], BinaryIO] | None = None

    def __call__(self, *arguments: str, stdin: bytes = b"", width: int = 160) -> Ran:
        out, err = StringIO(), StringIO()
        code = run(arguments, self._seams(out, err, stdin, width))
        return Ran(code, out.getvalue(), err.getvalue())

    def _seams(self, out: StringIO, err: StringIO, stdin: bytes, width: int) -> Seams:
        return Seams(
            settings=lambda: self.settings,
            open_runtime=self._open,
            serve=self._serve,
            stdin=self.stdin or (lambda: BytesIO(stdin)),
            out=console(file=out, width=width),
            err=console(file=err, width=width, soft_wrap=True),
        )

    @asynccontextmanager
    async def _open(self, settings: Settings) -> AsyncGenerator[Runtime]:
        if self.refusal is not None:
            raise self.refusal
        self.opened(settings)
        async with AsyncExitStack() as stack:
            await language_model_of(settings, stack)
            await reranker_of(settings, stack)
            yield self.runtime

    async def _serve(self, runtime: Runtime) -> None:
        self.served.append(runtime)
