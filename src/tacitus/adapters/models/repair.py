"""Reads what a language model wrote into the shape it was asked for.

Models wrap JSON in prose, fences and thinking; they spell it as Python, nest it once too often or
forget the outermost object. All of that is undone here, without guessing at content: an answer
that stops in the middle is never closed by us, because what is missing would be lost in silence.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar, cast, get_origin

from pydantic import BaseModel, RootModel, ValidationError

Shape = TypeVar("Shape", bound=BaseModel)

MAX_COMPLAINTS = 5
_THINKING = re.compile(r"\s*<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL)
_THINKING_START = re.compile(r"\s*<(?:think|thinking|thought|reasoning)>")
_THINKING_END = re.compile(r"</(?:think|thinking|thought|reasoning)>")
_FENCE = re.compile(r"```[\w-]*\s*(?=[{\[])")
_OPENING = re.compile(r"[{\[]")
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*(?:"|\Z)|[{}\[\]]', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an answer cannot be used, in words that the model can act on.

    Attributes:
        cut: The answer stops before its end.
    """

    reason: str
    cut: bool = False


def read(text: str, shape: type[Shape]) -> Shape | Fault:
    """Read an answer, repairing its form but never its content.

    Of several JSON values in the text, the longest that fits the shape counts.
    """
    body = without_thinking(well_formed(text)).strip()
    if not body:
        return Fault("it was empty")
    try:
        found, cut_length = _values(body)
    except RecursionError:
        return Fault("it is nested too deeply")
    fault = Fault("it breaks off before its end", cut=True)
    if cut_length == 0:
        fault = Fault(f"it holds no JSON object, it begins: {body[:80]!r}")
    for length, value in found:
        if length < cut_length:
            break
        outcome = _fit(value, shape)
        if not isinstance(outcome, Fault):
            return outcome
        fault = outcome if length == found[0][0] else fault
    return fault


def well_formed(text: str) -> str:
    """Replace lone surrogates by U+FFFD and drop NULs, which neither UTF-8 nor a database carries."""
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined.replace("\x00", "")


def without_thinking(text: str) -> str:
    """Drop the thinking before the answer; all of it where the thinking never ends.

    Some servers send only the mark of its end.
    """
    opened = _THINKING.match(text)
    if opened:
        return without_thinking(text[opened.end() :])
    if _THINKING_START.match(text):
        return ""
    end = _THINKING_END.search(text)
    if end and not text.lstrip().startswith(("{", "[", "```", '"')):
        return text[end.end() :]
    return text


def _values(body: str) -> tuple[list[tuple[int, object]], int]:
    """(length, value) of each JSON value, longest first, and the length of one that is cut."""
    if body.startswith('"'):  # JSON within a JSON string
        inner = _parsed(body)
        body = well_formed(inner).strip() if isinstance(inner, str) else body
    openings = [match.start() for match in _OPENING.finditer(body)]
    fenced = [match.end() for match in _FENCE.finditer(body)]
    # A fence after the first bracket may stand inside a string.
    return _scan(body, fenced if fenced[:1] == openings[:1] else openings)


def _scan(body: str, starts: list[int]) -> tuple[list[tuple[int, object]], int]:
    """Read what begins at the given places, unless that lies inside another value."""
    found: list[tuple[int, object]] = []
    end = 0
    for start in starts:
        if start < end:
            continue
        closed = _end_of(body, start)
        if closed is None:
            return _longest_first(found), len(body) - start
        end = closed
        value = _parsed(body[start:end])
        if value is not None:
            found.append((end - start, _clean(value)))
    return _longest_first(found), 0


def _longest_first(found: list[tuple[int, object]]) -> list[tuple[int, object]]:
    return sorted(found, key=lambda pair: pair[0], reverse=True)


def _end_of(body: str, start: int) -> int | None:
    """One past the bracket that closes the one at `start`; None where the text ends first."""
    depth = 0
    for token in _TOKEN.finditer(body, start):
        match token.group():
            case "{" | "[":
                depth += 1
            case "}" | "]":
                depth -= 1
                if depth == 0:
                    return token.end()
            case _:
                pass
    return None


def _parsed(text: str) -> object:
    """The value of JSON, of JSON with trailing commas, or of a Python literal; None of neither."""
    for candidate in (text, _TRAILING_COMMA.sub(lambda match: match.group(1) or "", text)):
        try:
            return json.loads(candidate, strict=False)
        except ValueError:
            continue
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError):
        return None


def _clean(value: object) -> object:
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, list):
        return [_clean(item) for item in cast(list[object], value)]
    if isinstance(value, dict):
        pairs = cast(dict[object, object], value).items()
        return {well_formed(str(key)): _clean(item) for key, item in pairs}
    return value


def _fit(value: object, shape: type[Shape]) -> Shape | Fault:
    fault: Fault | None = None
    for form in _forms(value, shape):
        try:
            return shape.model_validate(form)
        except ValidationError as error:
            fault = fault or Fault(_complaints(error))
    names = ", ".join(shape.model_fields)
    return fault or Fault(f"it is not an object with the fields {names}")


def _forms(value: object, shape: type[BaseModel]) -> Iterator[dict[str, object]]:
    """The ways to take a value for the shape, the likeliest first."""
    if isinstance(value, list):
        items = cast(list[object], value)
        if len(items) == 1:
            yield from _forms(items[0], shape)
        lists = [name for name, field in shape.model_fields.items() if _is_list(field.annotation)]
        if len(lists) == 1:
            yield {lists[0]: items}
    elif isinstance(value, dict):
        pairs = cast(dict[str, object], value)
        # A shape whose fields all have defaults would take anything, an error message included.
        # One that is a value of its own checks that itself.
        if pairs.keys() & shape.model_fields.keys() or _is_root(shape):
            yield pairs
        if len(pairs) == 1:
            yield from _forms(next(iter(pairs.values())), shape)


def _is_root(shape: type[BaseModel]) -> bool:
    return RootModel in shape.__mro__


def _is_list(annotation: object) -> bool:
    return annotation is list or get_origin(annotation) in (list, tuple)


def _complaints(error: ValidationError) -> str:
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [
        f"{'.'.join(map(str, one['loc'])) or 'the answer'}: {one['msg']}"
        for one in errors[:MAX_COMPLAINTS]
    ]
    if len(errors) > MAX_COMPLAINTS:
        lines.append(f"and {len(errors) - MAX_COMPLAINTS} more")
    return "; ".join(lines)
