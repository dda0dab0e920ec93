"""Tables that stay readable on a narrow terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

READABLE = 24
"""Columns that words need to be read."""
_GAP = 2


@dataclass(frozen=True, slots=True)
class Fitted:
    """A table where its words have room; elsewhere a block for each row, the words below the rest.

    Attributes:
        words: Which column holds the words, from 0.
    """

    table: Table
    words: int

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        if options.max_width - self._others() >= READABLE:
            yield self.table
            return
        columns = self.table.columns
        for row in zip(*(column.cells for column in columns), strict=True):
            told = [
                said
                for place, (column, cell) in enumerate(zip(columns, row, strict=True))
                if place != self.words and (said := _said(column, cell))
            ]
            yield from _lines(told, options.max_width)
            words = _text(row[self.words])
            if words:
                words.no_wrap = columns[self.words].no_wrap
                words.overflow = columns[self.words].overflow
                yield Padding(words, (0, 0, 0, _GAP))

    def _others(self) -> int:
        """Return how wide everything but the words is."""
        others = [one for place, one in enumerate(self.table.columns) if place != self.words]
        return sum(_width(column) + _GAP for column in others)


def _lines(parts: Sequence[Text], width: int) -> Iterator[Text]:
    """Yield the parts in as few lines as hold them, none broken where it fits into one."""
    line = Text()
    for part in parts:
        if line and line.cell_len + _GAP + part.cell_len > width:
            yield line
            line = Text()
        line = Text.assemble(line, " " * _GAP if line else "", part)
    yield line


def _width(column: Column) -> int:
    cells = [_text(cell) for cell in (column.header, *column.cells)]
    widest = max((line.cell_len for cell in cells for line in cell.split()), default=0)
    return min(widest, column.max_width or widest)


def _said(column: Column, cell: RenderableType) -> Text:
    """Return a cell by itself: a figure needs its heading, a word does not."""
    text = _text(cell)
    heading = _text(column.header).plain
    if not text or not heading or column.justify != "right":
        return text
    return Text.assemble((f"{heading} ", "dim"), text)


def _text(cell: RenderableType) -> Text:
    return cell.copy() if isinstance(cell, Text) else Text(str(cell))
