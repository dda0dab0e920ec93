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
from tacitus.retain.extract.prose import MEMORY_CHARACTERS, cut, introduced


@dataclass(frozen=True, slots=True)
class Repeated:
    """How often a log says something, and from when to when."""

    count: int
    occurred: Interval | None


Repetitions = Mapping[str, Repeated]
"""By the key of the entry."""


@dataclass(frozen=True, slots=True)
class Passage:
    """The words of one memory.

    Attributes:
        span: Where they stand in the turn.
        occurred: When it happened, where that is known already.
        said_at: When a log says so; None takes the time of the turn.
        code: What the words introduce; they alone are read.
    """

    span: Span
    words: str
    occurred: Interval | None = None
    said_at: datetime | None = None
    code: str = ""


def repetitions_in(turns: Sequence[Turn]) -> Repetitions:
    """Return how often each entry stands in the logs among the turns."""
    times: defaultdict[str, list[datetime | None]] = defaultdict(list)
    for turn in turns:
        for entry in entries_of(turn.text, turn.at):
            times[entry.key].append(entry.at)
    return {key: _repeated(found) for key, found in times.items()}


def _repeated(times: Sequence[datetime | None]) -> Repeated:
    known = [moment for moment in times if moment]
    occurred = Interval(min(known), max(known)) if known else None
    return Repeated(len(times), occurred)


def passages_of(turn: Turn, repetitions: Repetitions, apart: Collection[Span]) -> Iterator[Passage]:
    """Yield what becomes memories, in order; see `tacitus.retain.extract.prose.cut`."""
    entries = entries_of(turn.text, turn.at)
    if entries:
        yield from _logged(turn.text, entries, repetitions)
        return
    # In talk, code is passed to and fro; in a text by nobody it is what the text is about.
    code = {} if turn.speaker else introduced(turn.text)
    by_end = {sentence[1]: fence for sentence, fence in code.items()}
    for span in cut(turn, {*apart, *code}):
        words = turn.text[slice(*span)]
        spells = spells_in(words, turn.at)
        for told, interval in spells:
            yield Passage(span, told, interval)
        if spells:
            continue
        if fence := by_end.get(span[1]):
            whole = (span[0], fence.span[1])
            yield Passage(whole, words, code=turn.text[slice(*fence.body)].strip())
        else:
            yield Passage(span, words)


def _logged(text: str, entries: Sequence[Entry], repetitions: Repetitions) -> Iterator[Passage]:
    """Yield repeated entries once, and the others joined, as they stand."""
    told: set[str] = set()
    for again, group in groupby(entries, lambda entry: repetitions[entry.key].count > 1):
        if not again and len(entries) > 1:
            for span in packed(text, [entry.span for entry in group], MEMORY_CHARACTERS):
                yield Passage(span, text[slice(*span)])
            continue
        for entry in group:
            if entry.key and entry.key not in told:
                told.add(entry.key)
                yield from _entry(entry, repetitions[entry.key])


def _entry(entry: Entry, repeated: Repeated) -> Iterator[Passage]:
    words = entry.key if repeated.count > 1 else entry.words
    occurred = repeated.occurred
    for start, stop in packed(words, [(0, len(words))], MEMORY_CHARACTERS):
        said_at = occurred.start if occurred else None
        yield Passage(entry.span, words[start:stop], occurred, said_at)
