"""Tacitus: long-term memory for AI agents that keeps what was observed apart from what is believed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacitus.bootstrap import open_memory as open_memory

__all__ = ["open_memory"]


def __getattr__(name: str) -> object:
    """Import the engine only where it is asked for: the client needs none of it."""
    if name == "open_memory":
        from tacitus.bootstrap import open_memory  # noqa: PLC0415

        return open_memory
    raise AttributeError(name)
