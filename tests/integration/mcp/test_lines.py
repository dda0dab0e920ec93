"""Standard input as lines, whatever stands behind it."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from tacitus.mcp.lines import lines_of


async def test_lines_come_from_a_pipe_in_any_pieces() -> None:
    reading, writing = os.pipe()
    for piece in (b"on", b"e\ntwo\n", "dr\xe4i".encode()):
        os.write(writing, piece)
    os.close(writing)

    lines = [line async for line in lines_of(reading)]

    os.close(reading)
    assert lines == ["one", "two", "dräi"]


async def test_lines_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "said"
    path.write_text("one\ntwo\n")
    with path.open("rb") as file:
        assert [line async for line in lines_of(file.fileno())] == ["one", "two"]


async def test_half_characters_in_escapes_become_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "said"
    path.write_text(r"""["\ud83d", "\uDE00x", "\ud83d\ude00", "\ud83dA", "\\ud83d", "\\\ud83d"]""")
    with path.open("rb") as file:
        [line] = [line async for line in lines_of(file.fileno())]

    assert json.loads(line) == ["\ufffd", "\ufffdx", "\U0001f600", "\ufffdA", r"\ud83d", "\\\ufffd"]


async def test_waiting_for_a_line_can_be_given_up() -> None:
    reading, writing = os.pipe()
    lines = lines_of(reading)
    waiting = asyncio.ensure_future(anext(lines))
    await asyncio.sleep(0)

    waiting.cancel()

    with pytest.raises(asyncio.CancelledError):
        await waiting
    os.close(reading)
    os.close(writing)
