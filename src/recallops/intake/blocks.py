"""Markdown, or plain text, to sections: headings with what stands under them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from markdown_it import MarkdownIt
from markdown_it.token import Token

BOLD = "**"
_PARSER = MarkdownIt("commonmark").enable("table")
_BOLD_LABEL = re.compile(r"^\*\*([^*\n]{2,60}?):?\*\*:?$")
_SHOUTED = re.compile(r"^(?=.*[A-Z]{3})[A-Z][A-Z0-9 /&'()-]{2,60}:?$")
_MATTER = re.compile(r"\A---\s*\n(.*?)\n---\s*\n", re.DOTALL)


class Shape(StrEnum):
    """How a block is set."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, an item of a list, a row of a table or code.

    Attributes:
        text: With `**` around what is bold; lines as they were broken.
        cells: Of a row.
        depth: How deep an item is nested, from 1.
    """

    shape: Shape
    text: str
    cells: tuple[str, ...] = ()
    depth: int = 0


@dataclass(slots=True)
class Section:
    """A heading, what stands under it, and the sections inside it."""

    title: str
    level: int
    blocks: list[Block] = field(default_factory=list[Block])
    inner: list["Section"] = field(default_factory=list["Section"])

    def walk(self) -> Iterator["Section"]:
        """Yield the section and all inside it, in reading order."""
        yield self
        for one in self.inner:
            yield from one.walk()


def plain(text: str) -> str:
    """Return a text on one line, without marks of emphasis."""
    return " ".join(text.replace(BOLD, "").split())


def sections_of(text: str) -> Section:
    """Read a text as a tree of sections; its root has no title and level 0.

    A label on a line of its own, bold or in capitals, heads what follows it.
    """
    root = Section("", 0)
    path = [root]
    matter = _MATTER.match(text)
    if matter:
        root.blocks.append(Block(Shape.PARAGRAPH, matter[1]))
        text = text[matter.end() :]
    for level, title, block in _parts(_PARSER.parse(text)):
        if block is not None:
            path[-1].blocks.append(block)
            continue
        # A label is a heading below every real one, and ends at the next.
        while path[-1].level >= level:
            path.pop()
        section = Section(title, level)
        path[-1].inner.append(section)
        path.append(section)
    return root


_LABEL_LEVEL = 9


_DEPTH = {
    "bullet_list_open": 1,
    "ordered_list_open": 1,
    "bullet_list_close": -1,
    "ordered_list_close": -1,
}


def _parts(tokens: Sequence[Token]) -> Iterator[tuple[int, str, Block | None]]:
    """Yield headings (a level and a title) and blocks, in reading order."""
    depth = 0
    row: list[str] | None = None
    for at, token in enumerate(tokens):
        depth += _DEPTH.get(token.type, 0)
        if token.type == "tr_open":
            row = []
        elif token.type == "tr_close" and row is not None:
            yield 0, "", Block(Shape.ROW, " | ".join(row), tuple(row))
            row = None
        elif token.type in ("fence", "code_block"):
            yield 0, "", Block(Shape.CODE, token.content.strip())
        elif token.type == "inline" and row is not None:
            row.append(plain(_inline(token)))
        elif token.type == "inline":
            yield from _text_part(tokens[at - 1], _inline(token), depth)


def _text_part(opening: Token, text: str, depth: int) -> Iterator[tuple[int, str, Block | None]]:
    if opening.type == "heading_open":
        yield int(opening.tag[1]), plain(text), None
    elif depth:
        yield 0, "", Block(Shape.ITEM, text, depth=depth)
    else:
        label = _BOLD_LABEL.match(text) or _SHOUTED.match(text)
        if label:
            yield _LABEL_LEVEL, plain(text).rstrip(":"), None
        elif text.strip():
            yield 0, "", Block(Shape.PARAGRAPH, text)


def _inline(token: Token) -> str:
    """Return the words of a line: links by their text, images not at all."""
    words: list[str] = []
    for child in token.children or ():
        if child.type in ("strong_open", "strong_close"):
            words.append(BOLD)
        elif child.type in ("softbreak", "hardbreak"):
            words.append("\n")
        elif child.type in ("text", "code_inline"):
            words.append(child.content)
    return "".join(words).strip()
