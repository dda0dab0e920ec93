"""`tacitus mcp`: which bank is spoken of, and what cannot be."""

import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from io import StringIO

import pytest

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


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_a_closed_stream_is_one_line_and_nothing_is_opened(
    monkeypatch: pytest.MonkeyPatch, stream: str
) -> None:
    async def speak(runtime: Runtime, bank: str) -> None:
        raise AssertionError(bank)

    monkeypatch.setattr(sys, stream, None)  # as Python leaves it after `<&-` and `>&-`

    code, out, err = tacitus("mcp", speak=speak)

    kind = {"stdin": "input", "stdout": "output"}[stream]
    assert (code, out, err) == (1, "", f"error: standard {kind}: it is closed\n")
