"""An exported bank as lines of JSON: a header, then a line for each part.

The bytes follow from the bank alone: keys are in the order of the alphabet, nothing is spaced out, and
nothing is said of where the bank was or when it left.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cache
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.moving import FORMAT, KIND_OF, KINDS, Header, Kind, Numbered
from tacitus.domain.moving_parts import Part

LONGEST_LINE = 64 * 2**20
"""Bytes; a document stands on one line."""
OPENING = "tacitus"
"""Key of the header."""
_PIECE = 2**20
"""Characters of lines that are read before they are handed on."""
_PARTS = 500
_KINDS: Mapping[str, Kind] = {kind.name: kind for kind in KINDS}


async def written(parts: AsyncIterator[Header | Sequence[Part]]) -> AsyncGenerator[bytes]:
    """Yield an export as bytes, whole lines each time."""
    async for some in parts:
        if isinstance(some, Header):
            head = {"format": some.format, "vectors": some.vectors, "counts": dict(some.counts)}
            yield _line(OPENING, head)
        else:
            yield b"".join(_line(KIND_OF[type(one)].name, _values(one)) for one in some)


def is_bank_export(line: str | bytes) -> bool:
    """Whether a first line opens an exported bank."""
    start = line[:64] if isinstance(line, str) else line[:64].decode("utf-8", "replace")
    return "".join(start.split()).startswith(f'{{"{OPENING}":')


@dataclass(slots=True)
class BankLines:
    """Reads an exported bank from bytes as they come.

    Attributes:
        number: Of the line that was read last.
    """

    source: AsyncIterable[bytes]
    number: int = 0

    async def read(self) -> tuple[Header, AsyncGenerator[Sequence[Numbered]]]:
        """Return the header, and the parts that follow; those of a kind together.

        Raises:
            InvalidRequest: It is no exported bank, or one of another format.
        """
        lines = self._lines()
        first = await anext(lines, None)
        if first is None:
            raise InvalidRequest("it is empty")
        return _header(first), self._parts(lines)

    async def _parts(self, lines: AsyncIterator[bytes]) -> AsyncGenerator[Sequence[Numbered]]:
        waiting: list[Numbered] = []
        size = 0
        async for line in lines:
            part = _part(self.number, line)
            full = size >= _PIECE or len(waiting) >= _PARTS
            if waiting and (full or type(waiting[0].part) is not type(part)):
                yield waiting
                waiting, size = [], 0
            waiting.append(Numbered(self.number, part))
            size += len(line)
        if waiting:
            yield waiting

    async def _lines(self) -> AsyncGenerator[bytes]:
        """Yield lines without their ends; a last line that was cut off is a line, too."""
        begun = bytearray()
        async for piece in self.source:
            *whole, rest = piece.split(b"\n")
            for end in whole:
                self.number += 1
                begun += end
                if begun.strip():
                    yield bytes(begun)
                begun.clear()
            begun += rest
            if len(begun) > LONGEST_LINE:
                raise InvalidRequest(f"line {self.number + 1}: longer than {LONGEST_LINE:,} bytes")
        if begun.strip():
            self.number += 1
            yield bytes(begun)


def _header(line: bytes) -> Header:
    told = _object(1, line).get(OPENING)
    if not isinstance(told, dict):
        raise InvalidRequest("line 1: it is no bank exported by `tacitus export`")
    values = cast(dict[str, Any], told)
    if values.get("format") != FORMAT or type(values["format"]) is not int:
        raise InvalidRequest(
            f"line 1: the export is of format {values.get('format')}, and this version reads"
            f" {FORMAT}: export it with a version that writes {FORMAT}, or update this one"
        )
    return cast(Header, _validated(1, "header", _adapter(Header), values, Header))


def _part(number: int, line: bytes) -> Part:
    whole = _object(number, line)
    name, *more = whole
    kind = _KINDS.get(name)
    if more or kind is None:
        raise InvalidRequest(f"line {number}: '{name[:40]}' is no kind of part of a bank")
    values = whole[name]
    if b"\\u0000" in line or b"\\ud" in line or b"\\uD" in line:
        _check_text(number, values)
    part = _validated(number, name, _adapter(kind.part), values, kind.part)
    return cast(Part, part)


def _object(number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as fault:
        reason = fault.msg if isinstance(fault, json.JSONDecodeError) else "not UTF-8 or too deep"
        raise InvalidRequest(f"line {number}: not JSON ({reason})") from None
    if not isinstance(value, dict) or not value:
        raise InvalidRequest(f"line {number}: a JSON object is expected")
    return cast(dict[str, Any], value)


def _validated(
    number: int, name: str, adapter: TypeAdapter[Any], values: Any, shape: type[Any]
) -> object:
    if not isinstance(values, dict):
        raise InvalidRequest(f"line {number}: {name}: a JSON object is expected")
    told = cast(dict[str, Any], values)
    known = {each.name for each in fields(shape)}
    if strange := sorted(told.keys() - known):
        raise InvalidRequest(f"line {number}: {name}.{strange[0][:40]} is not known here")
    try:
        read = adapter.validate_python(told)
    except ValidationError as faults:
        first = faults.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(step) for step in (name, *first["loc"]))
        raise InvalidRequest(f"line {number}: {place}: {first['msg']}") from None
    for each in fields(shape):
        value = getattr(read, each.name)
        if isinstance(value, datetime) and value.tzinfo is None:
            raise InvalidRequest(f"line {number}: {name}.{each.name}: the time has no zone")
    return read


def _check_text(number: int, value: object) -> None:
    """Refuse what no text holds and no database keeps."""
    told = json.dumps(value, ensure_ascii=False)
    if "\\u0000" in told or any("\ud800" <= one <= "\udfff" for one in told):
        raise InvalidRequest(f"line {number}: it holds what is no character")


@cache
def _adapter(shape: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def _values(part: Part) -> object:
    return _adapter(type(part)).dump_python(part, mode="json", warnings="none")


def _line(name: str, values: object) -> bytes:
    text = json.dumps(
        {name: values}, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False
    )
    return text.encode() + b"\n"
