"""Tables on a narrow terminal: the words keep the room they need."""

import json
from io import StringIO

from rich.table import Table

from tacitus.cli.fitting import READABLE, Fitted
from tacitus.cli.seams import console
from tests.unit.cli.command_line import CommandLine

DIARY = [
    {"role": "user", "name": "Ann", "content": "I grow roses behind the kitchen.", "timestamp": at}
    for at in ("2025-03-01T09:00Z", "2025-04-01T09:00Z")
]


def lines(table: Fitted, width: int) -> list[str]:
    out = StringIO()
    console(file=out, width=width).print(table)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def a_table() -> Fitted:
    table = Table(box=None, pad_edge=False)
    table.add_column("rank", justify="right")
    table.add_column("kind")
    table.add_column("memory", ratio=1, overflow="fold")
    table.add_row("1", "world", "roses behind the kitchen")
    table.add_row("12", "opinion", "")
    return Fitted(table, words=2)


def test_where_there_is_room_it_is_a_table() -> None:
    wide = len("rank  opinion  ") + READABLE

    assert lines(a_table(), wide)[1].split(maxsplit=2) == ["1", "world", "roses behind the kitchen"]


def test_elsewhere_each_row_is_a_block_and_figures_have_their_headings() -> None:
    narrow = len("rank  opinion  ") + READABLE - 1

    assert lines(a_table(), narrow) == [
        "rank 1  world",
        "  roses behind the kitchen",
        "rank 12  opinion",
    ]


def test_no_part_is_broken_that_fits_into_a_line() -> None:
    assert lines(a_table(), 14) == [
        "rank 1  world",
        "  roses behind",
        "  the kitchen",
        "rank 12",
        "opinion",
    ]


def test_every_command_that_shows_memories_is_readable_at_forty_columns(
    tacitus: CommandLine,
) -> None:
    tacitus("retain", "garden", "-", stdin=json.dumps(DIARY).encode())
    commands = [
        ("recall", "garden", "What does Ann grow?"),
        ("recall", "garden", "What does Ann grow?", "--explain"),
        ("reflect", "garden", "What does Ann grow?"),
    ]
    for command in commands:
        out = tacitus(*command, width=40).out
        assert max(len(line) for line in out.splitlines()) <= 40, command
        broken = [line for line in out.splitlines() if 0 < len(line.strip()) < 3]
        assert broken == [], command
        assert "roses" in out, command
