"""When one memory only says again what another one says."""

from tacitus.domain.memories import EVIDENCE, Dating, Memory
from tacitus.domain.statements import Statement, is_event, says_again


def statement_of(memory: Memory, cosine: float | None = None) -> Statement:
    """Return a memory as it is compared."""
    return Statement(memory.text, memory.speaker, memory.mentioned_at, cosine)


def repeats(new: Memory, old: Memory, *, cosine: float | None = None) -> bool:
    """Whether a memory says the same as another, of the same time.

    Args:
        cosine: Of their embeddings, where known.
    """
    if not _may_be_of_one_time(new, old):
        return False
    one = statement_of(new, cosine)
    if not says_again(one, statement_of(old)):
        return False
    return not _hangs_on_the_day(new, old) or not is_event(one)


def _may_be_of_one_time(one: Memory, other: Memory) -> bool:
    """Whether the same words can mean the same: "I ran today" on two days are two runs."""
    if one.dating is not other.dating:
        return False
    return one.dating is not Dating.EXACT or one.occurred == other.occurred


def _hangs_on_the_day(one: Memory, other: Memory) -> bool:
    """Whether "I ran", told in both, are two runs: what has no date happened on the day it was told."""
    if one.dating is Dating.EXACT or one.network not in EVIDENCE:
        return False
    return not _said_on_one_day(one, other)


def _said_on_one_day(one: Memory, other: Memory) -> bool:
    """Whether it was one day where the first was said."""
    said = one.mentioned_at
    return said.date() == other.mentioned_at.astimezone(said.tzinfo).date()
