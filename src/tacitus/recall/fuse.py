"""Step of recall: four rankings to one."""

import numpy as np

from tacitus.domain.recollection import Channel, Fusion
from tacitus.recall.features import FEATURES, Column, Sight, describe
from tacitus.recall.found import Found
from tacitus.recall.ranked import Ranked
from tacitus.recall.relevance import Relevance

LISTED = 0.5
"""P(relevant) of what happened right when a question asks that names nothing but a time."""


def fuse(found: Found, how: Fusion, relevance: Relevance, *, explain: bool) -> Ranked:
    """Rank all candidates, best first.

    Args:
        relevance: The model of the calibrated ranking.
        explain: Whether to say what the ranking looked at, and what each of it was worth.
    """
    match how:
        case Fusion.CALIBRATED:
            return fuse_by_relevance(found, relevance, explain=explain)
        case Fusion.RANKS:
            return fuse_by_rank(found)


def fuse_by_relevance(found: Found, relevance: Relevance, *, explain: bool = False) -> Ranked:
    """Rank all candidates by P(relevant)."""
    table = describe(found)
    probabilities = _at_that_time(found, relevance.of(table, found.said.replaced))
    places = np.argsort(-probabilities, kind="stable")
    rows: list[list[float]] = table[places].tolist() if explain else []
    features = [dict(zip(FEATURES, row, strict=True)) for row in rows]
    return Ranked(
        found,
        places,
        probabilities[places],
        calibrated=True,
        features=features,
        shares=[relevance.shares(one) for one in features],
    )


def _at_that_time(found: Found, relevances: Column) -> Column:
    """Where a question names nothing but a time, what happened then bears on it, whatever it says.

    The closer to the middle of that time (Eq. 14), the likelier.
    """
    if not found.query.asks_only_when or not found.ids:
        return relevances
    return np.maximum(relevances, LISTED * Sight(found).scores(Channel.TEMPORAL))


def fuse_by_rank(found: Found, *, k: int = 60) -> Ranked:
    """Merge rankings by reciprocal rank (Eq. 15): a memory scores the sum of `1 / (k + rank)`.

    Only ranks count, so channels need not have comparable scores (Cormack et al., SIGIR 2009).
    Ties keep the order in which the memories were first seen. What no channel found is left out.

    Args:
        k: Dampens the lead of the first ranks; 60 in the paper.
    """
    scores: dict[int, float] = {}
    for found_by in found.by_channel.values():
        for place, rank in zip(found_by.places.tolist(), found_by.ranks.tolist(), strict=True):
            scores[place] = scores.get(place, 0.0) + 1 / (k + rank)
    best = sorted(scores, key=lambda place: -scores[place])
    values = np.array([scores[place] for place in best], np.float64)
    return Ranked(found, np.array(best, np.intp), values, calibrated=False)
