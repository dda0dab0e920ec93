"""Tacitus: long-term memory for AI agents that keeps what was observed apart from what is believed."""

from importlib import import_module

__all__ = ["open_memory"]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> object:
    """Import the engine only where it is asked for: the client needs none of it."""
    if name == "open_memory":
        return import_module("tacitus.bootstrap").open_memory
    raise AttributeError(name)
