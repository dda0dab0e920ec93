"""Word lists, kept as text in `words/*.txt`: words apart by space, lines starting with "#" aside."""

from functools import cache
from importlib import resources


@cache
def words(topic: str) -> frozenset[str]:
    """Return the words of `words/<topic>.txt`, in lower case as they are kept there."""
    file = resources.files("tacitus.domain").joinpath(f"words/{topic}.txt")
    lines = file.read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
