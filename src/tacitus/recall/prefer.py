"""Step of recall, where it is asked for: what is known in short goes before the single facts."""

from collections.abc import Sequence

from tacitus.domain.memories import Network, State
from tacitus.domain.recollection import Candidate


def observations_first(ranked: Sequence[Candidate], *, floor: float) -> list[Candidate]:
    """Put the relevant observations first; among themselves, and after them, the order stays.

    Args:
        floor: Relevance under which an observation stays where it is.
    """
    preferred = [one for one in ranked if _is_preferred(one, floor)]
    return [*preferred, *(one for one in ranked if not _is_preferred(one, floor))]


def _is_preferred(candidate: Candidate, floor: float) -> bool:
    memory, relevance = candidate.memory, candidate.relevance
    holds = memory.network is Network.OBSERVATION and memory.state is State.VALID
    return holds and (relevance is None or relevance >= floor)
