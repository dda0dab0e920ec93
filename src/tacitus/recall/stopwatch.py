"""How long each phase of a run took."""

from time import perf_counter


class Stopwatch:
    """Measures the phases of one run, in seconds."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = perf_counter()

    def lap(self, phase: str) -> None:
        """Say that a phase is over."""
        now = perf_counter()
        self.seconds[phase], self._last = now - self._last, now
