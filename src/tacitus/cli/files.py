"""The files that `retain` is given: which they are, and what is in them."""

import codecs
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from typing import BinaryIO

from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import DocumentId
from tacitus.formats import read_conversations

STANDARD_INPUT = "-"
SUFFIXES = frozenset({".txt", ".text", ".md", ".markdown", ".rst", ".json", ".jsonl", ".ndjson"})
"""What is read of a folder; a file that is named itself may be called anything."""

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True, slots=True)
class Handed:
    """A document and the conversation it belongs to; that is empty for files of their own."""

    conversation: str
    item: RetainItem


def read_files(
    paths: Sequence[str], stdin: Callable[[], BinaryIO], zone: tzinfo | None
) -> tuple[list[Handed], list[str]]:
    """Read all files, before anything is retained.

    Returns:
        The documents in order, and what was passed over in folders, a line each.

    Raises:
        InvalidRequest: A file cannot be read as what it seems to be.
        OSError: It cannot be opened.
    """
    handed: list[Handed] = []
    passed: list[str] = []
    for path in paths:
        if path == STANDARD_INPUT:
            handed += _read("standard input", stdin().read(), None, zone)
            continue
        given = Path(path)
        for file in _walk(given) if given.is_dir() else [given]:
            content = _content(file)
            if given.is_dir() and not content.strip():
                passed.append(f"{file}: it is empty")
            else:
                handed += _read(str(file), content, file, zone)
    if not handed:
        known = " ".join(sorted(SUFFIXES))
        raise InvalidRequest(f"{', '.join(paths)}: nothing to retain (looked for {known})")
    return _distinct(handed), passed


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as fault:
        fault.filename = fault.filename or str(file)  # reading, unlike opening, does not say it
        raise


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the readable files under a folder, by name; hidden ones are left alone."""
    for file in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if file.suffix.lower() in SUFFIXES and not hidden and file.is_file():
            yield file


def _read(source: str, content: bytes, file: Path | None, zone: tzinfo | None) -> list[Handed]:
    conversations = read_conversations(source, _decoded(source, content), zone)
    return [
        Handed(conversation.name, _named(item, file, number, conversation.name))
        for conversation in conversations
        for number, item in enumerate(conversation.documents, 1)
    ]


def _decoded(source: str, content: bytes) -> str:
    encoding = next((name for mark, name in _MARKS.items() if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as fault:
        byte = content[fault.start : fault.start + 1].hex()
        raise InvalidRequest(
            f"{source}: not text in UTF-8 (byte 0x{byte} at {fault.start:,})"
        ) from None
    return text.replace("\r\n", "\n")


def _named(item: RetainItem, file: Path | None, number: int, conversation: str) -> RetainItem:
    """Name a document after its file, so that a file that has changed replaces what it was."""
    if conversation or file is None:
        return item
    path = file.resolve().as_posix()
    if item.document is not None:
        return replace(item, document=DocumentId(f"{path}#{item.document}"))
    return replace(item, document=DocumentId(path if number == 1 else f"{path}#{number}"))


def _distinct(handed: list[Handed]) -> list[Handed]:
    """Refuse two documents that would replace one another."""
    seen: set[tuple[str, DocumentId]] = set()
    for one in handed:
        if one.item.document is None:
            continue
        key = one.conversation, one.item.document
        if key in seen:
            raise InvalidRequest(f"{one.item.document}: there are two documents of this name")
        seen.add(key)
    return handed
