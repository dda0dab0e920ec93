"""When one memory only says again what another one says."""

from tacitus.domain.memories import EVIDENCE, Dating, Memory
from tacitus.domain.statements import Comparison, Statement, compare, is_event

_AGAIN = frozenset({Comparison.IDENTICAL, Comparison.RESTATEMENT})


def statement_of(memory: Memory, cosine: float | None = None) -> Statement:
    """Return a memory as it is compared."""
    return Statement(memory.text, memory.speaker, memory.mentioned_at, cosine)


def repeats(new: Memory, old: Memory, *, cosine: float | None = None) -> bool:
    """Whether a memory says the same as another, of the same time.

    Args:
        cosine: Of their embeddings, where known.
    """
    return (
        _of_one_time(new, old) and compare(statement_of(new, cosine), statement_of(old)) in _AGAIN
    )


def _of_one_time(one: Memory, other: Memory) -> bool:
    """Whether the same words can mean the same: "I ran today" on two days are two runs.

    So are "I ran", told on two days: what happened without a date happened on the day it was told.
    """
    if one.dating is not other.dating:
        return False
    if one.dating is Dating.EXACT:
        return one.occurred == other.occurred
    if one.network not in EVIDENCE or _said_on_one_day(one, other):
        return True
    return not is_event(statement_of(one))


def _said_on_one_day(one: Memory, other: Memory) -> bool:
    """Whether it was one day where the first was said."""
    said = one.mentioned_at
    return said.date() == other.mentioned_at.astimezone(said.tzinfo).date()
