"""Step of recall: which candidates need to be read, because they may be kept.

Whether a memory is dear (`worth`) is known before it is read: of some hundred candidates a dozen are left.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tacitus.domain.many_ids import NOBODY, Ids
from tacitus.domain.memories import Network
from tacitus.domain.recollection import Least, RecallOptions
from tacitus.recall.ranked import Ranked
from tacitus.recall.relevance import Relevance
from tacitus.recall.worth import Numbers, worth


@dataclass(frozen=True, slots=True)
class Shortlist:
    """Candidates to read.

    Attributes:
        ranks: In order, counting from 0.
        others: Sum of the relevances of all that are left out.
    """

    ranks: Sequence[int]
    others: float


def shortlist(
    ranked: Ranked, options: RecallOptions, relevance: Relevance, *, head: int
) -> Shortlist:
    """Return who may be kept by `pack`, and the best one in any case.

    Args:
        head: So many of the first are read whatever they are worth, for who looks at them anew.
    """
    size = len(ranked.places)
    if options.explain or not ranked.calibrated or relevance.floor <= 0 or options.least != Least():
        return Shortlist(range(size), 0.0)
    said, lines = ranked.found.said, dict(_lines(ranked))
    relevances, tokens = _lifted(ranked, lines), said.tokens[ranked.places]
    fitting = np.flatnonzero(tokens <= options.max_tokens)
    worthy = worth(relevances, tokens)[fitting] >= relevance.floor
    chosen = {*range(min(max(head, 1), size)), *fitting[:1].tolist(), *fitting[worthy].tolist()}
    if options.prefer_observations:
        made = said.of_network(Network.OBSERVATION)[ranked.places]
        chosen.update(np.flatnonzero(made & (ranked.scores >= relevance.answerable)).tolist())
    for line in lines.values():
        if not chosen.isdisjoint(line):
            chosen.update(line)
    ranks = sorted(chosen)
    return Shortlist(ranks, float(relevances.sum() - relevances[ranks].sum()))


def _lines(ranked: Ranked) -> Iterator[tuple[int, list[int]]]:
    """Yield superseded candidates with what replaced them, one after the other, by rank."""
    said, replaced = ranked.found.said, ranked.found.said.successors
    rank_of = {place: rank for rank, place in enumerate(ranked.order)} if replaced else {}
    place_of = said.ids.places_of(Ids.of(replaced.values())).tolist()
    successor = {
        rank_of[place]: rank_of[at]
        for place, at in zip(replaced, place_of, strict=True)
        if at != NOBODY
    }
    for rank in successor:
        line = [rank]
        while (at := successor.get(line[-1])) is not None and at not in line:
            line.append(at)
        if len(line) > 1:
            yield rank, line


def _lifted(ranked: Ranked, lines: Mapping[int, Sequence[int]]) -> Numbers:
    """Return the relevances; what replaced a memory is as relevant as that."""
    lifted = ranked.scores.copy()
    for first, line in lines.items():
        lifted[line] = np.maximum(lifted[line], ranked.scores[first])
    return lifted
