"""Word lists, kept as text in `words/*.txt`; lines that start with "#" are left aside."""

from collections.abc import Iterable
from functools import cache
from importlib import resources


@cache
def words(topic: str) -> frozenset[str]:
    """Return the words of `words/<topic>.txt`, folded as they are kept there; "_" is a space."""
    return frozenset(word.replace("_", " ") for line in _lines(topic) for word in line.split())


@cache
def groups(topic: str) -> tuple[tuple[str, ...], ...]:
    """Return the words that share a line of `words/<topic>.txt`, in their order."""
    return tuple(tuple(line.split()) for line in _lines(topic))


def _lines(topic: str) -> Iterable[str]:
    file = resources.files("tacitus.domain").joinpath(f"words/{topic}.txt")
    lines = file.read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]
