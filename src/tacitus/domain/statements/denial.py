"""Whether one text says that something is not so which another says is so, or the other way round."""

import re
from collections.abc import Iterable

from tacitus.domain.statements.wording import Wording, wording

_CLAUSE = re.compile(r"[.;:,!?\u2014]\s+|\s+(?:and|but|while|whereas|although|because)\s+")
_SAME = 0.9
"""Share of the words of a clause that must stand in the other for both to speak of one thing."""
_LEAST_WORDS = 2


def denies(text: str, others: Iterable[str]) -> bool:
    """Say whether a clause of a text turns round what the nearest clause of the others says.

    Only clauses of nearly the same words are compared: "does not sail" denies "sails", and says
    nothing of "stays ashore".
    """
    theirs = [clause for other in others for clause in _clauses(other)]
    return any(_turned(clause, theirs) for clause in _clauses(text))


def _clauses(text: str) -> list[Wording]:
    worded = (wording(clause, None) for clause in _CLAUSE.split(text) if clause.strip())
    return [one for one in worded if len(set(one.content)) >= _LEAST_WORDS]


def _turned(clause: Wording, theirs: list[Wording]) -> bool:
    near = [(_share(clause, other), other) for other in theirs]
    same = [other for share, other in near if share >= _SAME]
    return bool(same) and all(other.negations % 2 != clause.negations % 2 for other in same)


def _share(one: Wording, other: Wording) -> float:
    said, heard = set(one.content), set(other.content)
    return len(said & heard) / max(len(said), len(heard))
