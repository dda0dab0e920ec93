"""What can be measured of a fold alone: each a number that follows from the evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, permutations

from tacitus.domain.opinions import Relation, Stance, stance
from tacitus.evaluation.beliefs.folds import Fold
from tacitus.evaluation.beliefs.streams import Trial, stream

FOR, WEAKEN, AGAINST = Relation.REINFORCE, Relation.WEAKEN, Relation.CONTRADICT
_BINS = 10
_MOST = 1000
_MIXED = (FOR, FOR, AGAINST, FOR, WEAKEN, AGAINST)
_STARTS = tuple(number / 20 for number in range(1, 20))
HALF = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The numbers of one fold; movements and spreads are in confidence, 0 to 1.

    Attributes:
        stability: Farthest that twenty irrelevant pieces of evidence move a belief.
        up: Movement of an open belief by three independent sources in favour.
        down: Movement by three that contradict.
        brier: Mean squared error of the confidence as a forecast of the next piece of evidence.
        ece: Expected calibration error over ten bins.
        independence: Movement by ten sources over that by one source ten times.
        order: Largest spread of the confidence over all orders of the same evidence.
        flip_cost: Contradicting sources that end a belief of 0.7 which five others reinforced.
        oscillation: Switches between held and rejected under alternating single evidence, most of
            any start.
        retraction: Largest difference between taking evidence back and never having had it.
    """

    stability: float
    up: float
    down: float
    brier: float
    ece: float
    independence: float
    order: float
    flip_cost: int
    oscillation: int
    retraction: float


def measure(fold: Fold, drawn: Sequence[Trial]) -> Figures:
    """Measure one fold."""
    brier, ece = calibration(fold, drawn)
    return Figures(
        stability=stability(fold),
        up=fold(HALF, stream([FOR] * 3)) - HALF,
        down=fold(HALF, stream([AGAINST] * 3)) - HALF,
        brier=brier,
        ece=ece,
        independence=independence(fold),
        order=order_spread(fold),
        flip_cost=flip_cost(fold),
        oscillation=oscillation(fold),
        retraction=retraction(fold),
    )


def stability(fold: Fold) -> float:
    """Return how far irrelevant evidence moves a belief, at any confidence and after any past."""
    past = stream(_MIXED)
    noise = [
        replace(event, source="source 1", at=past[-1].at)
        for event in stream([Relation.NEUTRAL] * 20)
    ]
    return max(abs(fold(start, [*past, *noise]) - fold(start, past)) for start in _STARTS)


def calibration(fold: Fold, drawn: Sequence[Trial]) -> tuple[float, float]:
    """Return Brier score and expected calibration error."""
    forecasts = [(fold(one.initial, one.evidence), one.outcome) for one in drawn]
    brier = sum((forecast - outcome) ** 2 for forecast, outcome in forecasts) / len(forecasts)
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(_BINS)]
    for forecast, outcome in forecasts:
        bins[min(int(forecast * _BINS), _BINS - 1)].append((forecast, outcome))
    gaps = (abs(sum(f for f, _ in each) - sum(o for _, o in each)) for each in bins)
    return brier, sum(gaps) / len(forecasts)


def independence(fold: Fold) -> float:
    """Return the movement by ten sources over the movement by one source ten times."""
    many = fold(HALF, stream([FOR] * 10)) - HALF
    one = fold(HALF, stream([FOR] * 10, source="one")) - HALF
    return many / one


def order_spread(fold: Fold) -> float:
    """Return the largest spread of the confidence over all orders of the same six events."""
    events = stream(_MIXED)
    times = [event.at for event in events]
    spreads: list[float] = []
    for start in (0.1, 0.5, 0.9):
        folded = [
            fold(start, [replace(one, at=at) for one, at in zip(order, times, strict=True)])
            for order in permutations(events)
        ]
        spreads.append(max(folded) - min(folded))
    return max(spreads)


def flip_cost(fold: Fold) -> int:
    """Return how many contradicting sources end a belief that five others reinforced."""
    return next(
        (n for n in range(_MOST) if fold(0.7, stream([FOR] * 5 + [AGAINST] * n)) < HALF), _MOST
    )


def oscillation(fold: Fold) -> int:
    """Return how often a belief switches sides when sources for and against take turns."""
    turns = [FOR if number % 2 else WEAKEN for number in range(20)]
    return max(_switches(fold, start, turns) for start in _STARTS)


def _switches(fold: Fold, start: float, turns: Sequence[Relation]) -> int:
    events = stream(turns)
    stances = (stance(fold(start, events[:end])) for end in range(len(events) + 1))
    decided = [one for one in stances if one is not Stance.OPEN]
    return sum(one is not other for one, other in pairwise(decided))


def retraction(fold: Fold) -> float:
    """Return how far a belief from which evidence was taken is from one that never had it."""
    events = stream(_MIXED * 2)
    kept = [event for number, event in enumerate(events) if number % 3]
    returned = {event.id: event for event in (*kept, *events)}
    again = [event for event in returned.values() if event in kept]
    return max(abs(fold(start, again) - fold(start, kept)) for start in _STARTS)
