"""What watches the work: how long it takes and what it costs, never what it is about."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

NOTHING = nullcontext()


class Telemetry(Protocol):
    """Is told of work and its phases; names are few and fixed, such as "retain" or "observe".

    What is entered is left by the same task: no generator yields in between.
    """

    def work(self, name: str) -> AbstractContextManager[None]:
        """Watch a piece of work from begin to end; what models cost meanwhile is counted to it."""
        ...

    def job(self, kind: str) -> AbstractContextManager[None]:
        """Watch a background job, likewise."""
        ...

    def phase(self, work: str, name: str) -> AbstractContextManager[None]:
        """Watch a phase of a pipeline, likewise."""
        ...

    def phases(self, work: str, seconds: Mapping[str, float]) -> None:
        """Hear of phases that were timed by their pipeline; the last of them ends now."""
        ...


class Unwatched:
    """Fills `Telemetry` where nobody watches."""

    def work(self, name: str) -> AbstractContextManager[None]:
        return NOTHING

    def job(self, kind: str) -> AbstractContextManager[None]:
        return NOTHING

    def phase(self, work: str, name: str) -> AbstractContextManager[None]:
        return NOTHING

    def phases(self, work: str, seconds: Mapping[str, float]) -> None:
        """Do nothing."""


UNWATCHED = Unwatched()
