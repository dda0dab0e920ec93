"""What something costs: processor time, compared with itself, since machines differ and are busy."""

import gc
import time
from collections.abc import Callable, Iterable


def seconds(runs: Iterable[Callable[[], object]]) -> float:
    """Return the processor time of the cheapest run; the garbage of other tests does not count."""
    return min(_seconds(run) for run in runs)


def grows_with_the_text(read: Callable[[str], object], piece: str, *, length: int) -> bool:
    """Whether eight times as many pieces cost about eight times as much.

    Where cost grows with the square of the length, they cost 64 times as much. What lies closer to
    that is measured once more, twice at most, each time on texts that no cache has seen.

    Args:
        length: Characters of the longer text.
    """
    pieces = max(length // len(piece), 8)
    return any(
        _growth(read, piece * (pieces // 8 + more), piece * (pieces + more)) < 16
        for more in range(3)
    )


def _growth(read: Callable[[str], object], short: str, long: str) -> float:
    return _seconds(lambda: read(long)) / _seconds(lambda: read(short))


def _seconds(run: Callable[[], object]) -> float:
    enabled = gc.isenabled()
    gc.disable()
    try:
        started = time.process_time()
        run()
        return time.process_time() - started
    finally:
        if enabled:
            gc.enable()
