"""What the commands reach the world through; a test hands in another."""

import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import BinaryIO, TextIO

from rich.console import Console

from tacitus.bootstrap import Runtime, open_runtime
from tacitus.domain.errors import InvalidRequest
from tacitus.settings import Settings

Serve = Callable[[Runtime], Awaitable[None]]
Speak = Callable[[Runtime, str], Awaitable[None]]


def console(
    *,
    file: TextIO | None = None,
    width: int | None = None,
    stderr: bool = False,
    soft_wrap: bool = False,
) -> Console:
    """Return a terminal that prints text as it is: no markup, no emoji codes, no guessed colours."""
    return Console(
        file=file,
        width=width,
        stderr=stderr,
        soft_wrap=soft_wrap,
        highlight=False,
        markup=False,
        emoji=False,
    )


def standard_input() -> BinaryIO:
    """Return the bytes of standard input.

    Raises:
        InvalidRequest: The process was started without one (`<&-`).
    """
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise InvalidRequest("standard input: it is closed")
    return sys.stdin.buffer


@dataclass(frozen=True, slots=True, kw_only=True)
class Seams:
    """Settings, memory, server and terminal.

    Attributes:
        serve: Answers over the network until it is stopped; None where no server is built in.
        speak: Answers an agent about a bank over standard input and output; None as above.
        stdin: Bytes of standard input; asked for only by `-`.
        out: What was asked for.
        err: Progress and errors.
    """

    settings: Callable[[], Settings] = Settings
    open_runtime: Callable[[Settings], AbstractAsyncContextManager[Runtime]] = open_runtime
    serve: Serve | None = None
    speak: Speak | None = None
    stdin: Callable[[], BinaryIO] = standard_input
    out: Console = field(default_factory=console)
    err: Console = field(default_factory=lambda: console(stderr=True, soft_wrap=True))

    def memory(self) -> AbstractAsyncContextManager[Runtime]:
        """Open the memory that the settings name."""
        return self.open_runtime(self.settings())
