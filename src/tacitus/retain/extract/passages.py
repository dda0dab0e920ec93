"""What of a turn becomes memories: its prose, or the entries of a log."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from tacitus.domain.documents import Turn
from tacitus.domain.logs import Entry, entries_of
from tacitus.domain.sentences import Span, packed
from tacitus.domain.spells import spells_in
from tacitus.domain.time import Interval
from tacitus.retain.extract.prose import MEMORY_CHARACTERS, cut

Times = Mapping[str, list[datetime | None]]
"""When each entry of the logs was written, by its key."""


@dataclass(frozen=True, slots=True)
class Passage:
    """The words of one memory.

    Attributes:
        span: Where they stand in the turn.
        occurred: When it happened, where that is known already.
        said_at: When a log says so; None takes the time of the turn.
    """

    span: Span
    words: str
    occurred: Interval | None = None
    said_at: datetime | None = None


def times_of(turns: Sequence[Turn]) -> Times:
    """Return when the entries of all logs among the turns were written."""
    times: defaultdict[str, list[datetime | None]] = defaultdict(list)
    for turn in turns:
        for entry in entries_of(turn.text, turn.at):
            times[entry.key].append(entry.at)
    return times


def passages_of(turn: Turn, times: Times, apart: Collection[Span]) -> Iterator[Passage]:
    """Yield what becomes memories, in order; see `tacitus.retain.extract.prose.cut`."""
    entries = entries_of(turn.text, turn.at)
    if entries:
        yield from _logged(turn.text, entries, times)
        return
    for span in cut(turn, apart):
        words = turn.text[slice(*span)]
        spells = spells_in(words, turn.at)
        for told, interval in spells:
            yield Passage(span, told, interval)
        if not spells:
            yield Passage(span, words)


def _logged(text: str, entries: Sequence[Entry], times: Times) -> Iterator[Passage]:
    """Yield repeated entries once, and the others joined, as they stand."""
    told: set[str] = set()
    for repeated, group in groupby(entries, lambda entry: len(times[entry.key]) > 1):
        if not repeated and len(entries) > 1:
            for span in packed(text, [entry.span for entry in group], MEMORY_CHARACTERS):
                yield Passage(span, text[slice(*span)])
            continue
        for entry in group:
            if entry.key and entry.key not in told:
                told.add(entry.key)
                yield from _entry(entry, times[entry.key])


def _entry(entry: Entry, times: Sequence[datetime | None]) -> Iterator[Passage]:
    words = entry.key if len(times) > 1 else entry.words
    known = [moment for moment in times if moment]
    occurred = Interval(min(known), max(known)) if known else None
    for start, stop in packed(words, [(0, len(words))], MEMORY_CHARACTERS):
        yield Passage(entry.span, words[start:stop], occurred, min(known, default=None))
