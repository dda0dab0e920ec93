"""`tacitus mcp`: which bank is spoken of, and what cannot be."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from io import StringIO

from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.cli.app import run
from tacitus.cli.seams import Seams, Speak, console
from tacitus.settings import Settings


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[Runtime]:
    yield in_memory_runtime(settings)


def tacitus(*arguments: str, speak: Speak | None) -> tuple[int, str, str]:
    """Return the exit code, and what was written to output and to error."""
    out, err = StringIO(), StringIO()
    seams = Seams(
        open_runtime=opened,
        speak=speak,
        out=console(file=out),
        err=console(file=err, soft_wrap=True),
    )
    return run(arguments, seams), out.getvalue(), err.getvalue()


def test_one_bank_is_spoken_of_and_nothing_else_is_printed() -> None:
    banks: list[str] = []

    async def speak(runtime: Runtime, bank: str) -> None:
        banks.append(bank)

    assert tacitus("mcp", "--bank", "team/home", speak=speak) == (0, "", "")
    assert tacitus("mcp", speak=speak) == (0, "", "")
    assert banks == ["team/home", "default"]


def test_a_bank_that_nobody_could_name_is_refused_before_anything_is_opened() -> None:
    async def speak(runtime: Runtime, bank: str) -> None:
        raise AssertionError(bank)

    code, out, err = tacitus("mcp", "--bank", "", speak=speak)

    assert (code, out, len(err.splitlines())) == (1, "", 1)


def test_a_build_without_the_protocol_says_so() -> None:
    code, out, err = tacitus("mcp", speak=None)

    assert (code, out) == (1, "")
    assert err == "error: This build does not speak the Model Context Protocol\n"
