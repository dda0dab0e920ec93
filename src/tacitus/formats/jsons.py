"""JSON text to values, with a place for every fault."""

import json
import re
from collections.abc import Mapping
from typing import TypeVar, cast

from pydantic import BaseModel, TypeAdapter, ValidationError

from tacitus.domain.errors import InvalidRequest

Shape = TypeVar("Shape", bound=BaseModel)

_OPENS_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[\]{\"])")


def looks_like_json(text: str) -> bool:
    """Whether a text sets out to be a JSON object, or a list of objects, lists or texts."""
    return _OPENS_JSON.match(text) is not None


def parse_json(source: str, text: str) -> object:
    """Return the value; of JSON lines, the list of their values.

    Raises:
        InvalidRequest: It is not JSON; the message says where it stops being so.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        lines = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
        if not _are_json_lines(lines):
            place = f"line {fault.lineno}, column {fault.colno}"
            raise InvalidRequest(f"{source}: not JSON ({fault.msg}: {place})") from None
        return [_parse_line(source, number, line) for number, line in lines]
    except RecursionError:
        raise InvalidRequest(f"{source}: JSON nested too deeply") from None


def first_of(value: object) -> Mapping[str, object]:
    """Return the object a value is or, of a list, begins with; an empty one where it is neither."""
    if isinstance(value, list):
        value = cast(list[object], value)[0] if value else None
    return cast(dict[str, object], value) if isinstance(value, dict) else {}


def shaped(source: str, value: object, shape: type[Shape]) -> Shape:
    """Return a value read into a model.

    Raises:
        InvalidRequest: It has another shape; the message says where.
    """
    try:
        return TypeAdapter(shape).validate_python(value)
    except ValidationError as faults:
        first = faults.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(step) for step in first["loc"])
        raise InvalidRequest(f"{source}: {place}: {first['msg']}") from None


def _are_json_lines(lines: list[tuple[int, str]]) -> bool:
    """Whether the first line is a value of its own, so that the others should be too."""
    if len(lines) < 2:
        return False
    try:
        return isinstance(json.loads(lines[0][1]), dict)
    except (ValueError, RecursionError):
        return False


def _parse_line(source: str, number: int, line: str) -> object:
    try:
        return json.loads(line)
    except json.JSONDecodeError as fault:
        place = f"line {number}, column {fault.colno}"
        raise InvalidRequest(f"{source}: not JSON ({fault.msg}: {place})") from None
    except RecursionError:
        raise InvalidRequest(f"{source}: line {number}: JSON nested too deeply") from None
