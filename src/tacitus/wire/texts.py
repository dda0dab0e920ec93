"""What JSON can spell and nothing can keep."""

import math
from collections.abc import Iterator
from typing import cast

Place = tuple[str | int, ...]
"""The way to a value from the body: keys and indices."""


class Doubled(dict[str, object]):
    """An object of a body in which keys stand more than once; `twice` names them."""

    def __init__(self, pairs: list[tuple[str, object]], twice: list[str]) -> None:
        super().__init__(pairs)
        self.twice = twice


def unstorable(value: object) -> Iterator[tuple[Place, str]]:
    """Yield the place of everything in a JSON value that cannot be kept, and why; no recursion.

    NUL, half a character (which JSON can spell as an escape without its other half), numbers that are
    none, and keys that stand twice.
    """
    waiting: list[tuple[Place, object]] = [((), value)]
    while waiting:
        place, one = waiting.pop()
        if isinstance(one, dict):
            members = cast(dict[object, object], one)
            yield from _faults_of_keys(place, members)
            waiting += [((*place, _shown(key)), inner) for key, inner in reversed(members.items())]
        elif isinstance(one, list):
            items = cast(list[object], one)
            waiting += [((*place, at), items[at]) for at in reversed(range(len(items)))]
        elif reason := _fault(one):
            yield place, reason


def _faults_of_keys(place: Place, members: dict[object, object]) -> Iterator[tuple[Place, str]]:
    for key in members:
        if reason := _fault(key):
            yield (*place, _shown(key)), f"of the key itself: {reason}"
    if isinstance(members, Doubled):
        for key in members.twice:
            yield (*place, _shown(key)), "the key stands there more than once: which one counts?"


def _fault(one: object) -> str:
    if isinstance(one, float) and not math.isfinite(one):
        return "this is no number: JSON has neither NaN nor Infinity"
    if not isinstance(one, str):
        return ""
    if (nul := one.find("\0")) >= 0:
        return f"the text holds a NUL character at {nul}"
    if one.isascii():
        return ""
    half = next((at for at, c in enumerate(one) if "\ud800" <= c <= "\udfff"), None)
    return "" if half is None else f"the text holds half a character (a lone surrogate) at {half}"


def _shown(key: object) -> str:
    """Return a key in which nothing is broken."""
    return str(key).encode("utf-8", "replace").decode().replace("\0", "?")
