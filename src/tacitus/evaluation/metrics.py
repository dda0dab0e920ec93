"""What is measured: pure functions of a ranking and of what should be in it."""

import math
from collections.abc import Collection, Iterable, Sequence

Ranking = Sequence[Collection[str]]
"""What each returned memory holds of the unit counted (turns or sessions), best memory first."""

BINS = 10


def distinct(ranking: Ranking) -> list[frozenset[str]]:
    """Return the ranking without memories that hold nothing new.

    A long turn is kept as several memories; the second of them takes up no rank. A memory that holds
    no unit at all does.
    """
    seen: set[str] = set()
    ranks: list[frozenset[str]] = []
    for held in ranking:
        fresh = frozenset(held) - seen
        if fresh or not held:
            ranks.append(fresh)
            seen |= fresh
    return ranks


def any_at(k: int, ranking: Ranking, gold: Collection[str]) -> bool:
    """Whether one of the gold units is among the first `k` ranks (any@k)."""
    return any(unit in gold for held in distinct(ranking)[:k] for unit in held)


def all_at(k: int, ranking: Ranking, gold: Collection[str]) -> bool:
    """Whether all gold units are among the first `k` ranks (all@k)."""
    return {unit for held in distinct(ranking)[:k] for unit in held}.issuperset(gold)


def reciprocal_rank(ranking: Ranking, gold: Collection[str]) -> float:
    """Return 1 / rank of the first gold unit, 0 where there is none; its mean is the MRR."""
    for rank, held in enumerate(distinct(ranking), 1):
        if any(unit in gold for unit in held):
            return 1 / rank
    return 0.0


def share(found: Collection[str], gold: Collection[str]) -> float:
    """Return the share of the gold units that were found."""
    return len(frozenset(found).intersection(gold)) / len(frozenset(gold))


def fitting(tokens: Sequence[int], budget: float) -> list[int]:
    """Return the places of the texts that a budget takes, in order (Eq. 17).

    A text that does not fit is skipped, and is not the end.
    """
    taken: list[int] = []
    left = budget
    for place, cost in enumerate(tokens):
        if cost <= left:
            taken.append(place)
            left -= cost
    return taken


def mean(values: Iterable[float]) -> float:
    """Return the arithmetic mean; not a number where there is nothing."""
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else math.nan


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least `percent` of the values do not exceed."""
    if not values:
        return math.nan
    place = math.ceil(percent / 100 * len(values))
    return sorted(values)[max(place, 1) - 1]


def auc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Return the chance that a positive scores above a negative, ties counting half.

    That is the area under the ROC curve (Mann and Whitney).
    """
    if not positive or not negative:
        return math.nan
    ranks = _mid_ranks([*positive, *negative])
    rank_sum = sum(ranks[: len(positive)])
    wins = rank_sum - len(positive) * (len(positive) + 1) / 2
    return wins / (len(positive) * len(negative))


def _mid_ranks(values: Sequence[float]) -> list[float]:
    """Return the 1-based rank of each value, that of ties being their mean."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            ranks[place] = (start + 1 + end) / 2
        start = end
    return ranks


def calibration_error(predicted: Sequence[float], true: Sequence[bool]) -> float:
    """Return the expected calibration error over ten bins of equal width.

    That is the mean of |share that is true - mean prediction| of the bins, each weighted by how many
    predictions fall into it (Guo et al., ICML 2017).
    """
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for probability, is_true in zip(predicted, true, strict=True):
        bins[min(int(probability * BINS), BINS - 1)].append((probability, is_true))
    if not predicted:
        return math.nan
    return sum(
        abs(sum(is_true for _, is_true in one) - sum(probability for probability, _ in one))
        for one in bins
    ) / len(predicted)


def budget_of_mean(rankings: Sequence[Sequence[int]], tokens: float) -> int:
    """Return the fixed budget at which the rankings spend `tokens` on average, or just under.

    Args:
        rankings: Tokens of the texts of each ranking, best first.
    """
    low, high = 0, max((sum(costs) for costs in rankings), default=0)
    while low < high:
        middle = (low + high + 1) // 2
        spent = mean(sum(costs[at] for at in fitting(costs, middle)) for costs in rankings)
        low, high = (middle, high) if spent <= tokens else (low, middle - 1)
    return low
