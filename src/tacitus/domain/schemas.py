"""Values against JSON schemas: the part of the standard that answers are asked in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

_MOST = 5
_KINDS: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def misfits(value: object, schema: Mapping[str, object]) -> list[str]:
    """Return where a value does not fit a schema, the first few; nothing where it does.

    Of the standard `type`, `enum`, `const`, `properties`, `required`, `additionalProperties`,
    `items`, `minimum`, `maximum` and `anyOf` are heeded; what else a schema says is a hint.
    """
    return [
        fault for fault, _ in zip(_misfits(value, schema, "answer"), range(_MOST), strict=False)
    ]


def _misfits(value: object, schema: Mapping[str, object], place: str) -> Iterator[str]:
    named = schema.get("type")
    kinds = [named] if isinstance(named, str) else cast(list[str], named or [])
    if kinds and not any(_is_of(value, kind) for kind in kinds):
        yield f"{place} is not of type {' or '.join(kinds)}"
        return
    yield from _wrong_values(value, schema, place)
    if isinstance(value, dict):
        yield from _in_object(cast(dict[str, object], value), schema, place)
    items = schema.get("items")
    if isinstance(value, list) and isinstance(items, dict):
        for index, one in enumerate(cast(list[object], value)):
            yield from _misfits(one, cast(Mapping[str, object], items), f"{place}[{index}]")


def _is_of(value: object, kind: str) -> bool:
    is_kind = isinstance(value, _KINDS.get(kind, (object,)))
    return is_kind and (kind == "boolean" or not isinstance(value, bool) or kind not in _KINDS)


def _wrong_values(value: object, schema: Mapping[str, object], place: str) -> Iterator[str]:
    allowed = schema.get("enum")
    if isinstance(allowed, list) and value not in cast(list[object], allowed):
        yield f"{place} is none of {allowed}"
    if "const" in schema and value != schema["const"]:
        yield f"{place} is not {schema['const']!r}"
    for bound, sign in (("minimum", 1), ("maximum", -1)):
        limit = schema.get(bound)
        numbers = isinstance(value, int | float) and isinstance(limit, int | float)
        if numbers and sign * cast(float, value) < sign * cast(float, limit):
            yield f"{place} passes the {bound} of {limit}"
    ways = cast(Sequence[Mapping[str, object]], schema.get("anyOf") or ())
    if ways and all(next(_misfits(value, way, place), None) for way in ways):
        yield f"{place} fits none of the ways it may look"


def _in_object(
    value: Mapping[str, object], schema: Mapping[str, object], place: str
) -> Iterator[str]:
    properties = cast(Mapping[str, Mapping[str, object]], schema.get("properties") or {})
    for name in cast(Sequence[str], schema.get("required") or ()):
        if name not in value:
            yield f"{place}.{name} is missing"
    for name, one in value.items():
        if name in properties:
            yield from _misfits(one, properties[name], f"{place}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{place}.{name} was not asked for"
