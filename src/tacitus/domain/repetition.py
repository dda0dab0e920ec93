"""When one memory only says again what another one says."""

from tacitus.domain.memories import Dating, Memory
from tacitus.domain.statements import Comparison, Statement, compare

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
    """Whether the same words can mean the same: "I ran today" on two days are two runs."""
    if one.dating is not other.dating:
        return False
    return one.dating is not Dating.EXACT or one.occurred == other.occurred
