"""Rows to the summary: the figures of a run as JSON."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from tacitus.evaluation.cases import Case
from tacitus.evaluation.metrics import (
    all_at,
    any_at,
    auc,
    budget_of_mean,
    calibration_error,
    fitting,
    mean,
    percentile,
    reciprocal_rank,
    share,
)
from tacitus.evaluation.rows import BUDGETS, Retained, Row, Setup

Sessions = Mapping[str, Mapping[str, str]]
"""Document of each turn by its label, by conversation."""
Figures = dict[str, object]
CATEGORY_BUDGET = 1024


def summarise(
    setup: Setup, cases: Sequence[Case], rows: Sequence[Row], retained: Sequence[Retained]
) -> Figures:
    """Return all figures; `docs/evaluation.md` explains each.

    What there is nothing to compute from is null, or absent where the suite does not ask for it.
    """
    sessions = {case.name: case.sessions for case in cases}
    own = [row for row in rows if row.kind == "own"]
    gold = [row for row in own if row.gold]
    figures: Figures = {
        "suite": setup.suite,
        "questions": len(gold),
        "asked": len(rows),
        "turn": _ranked([(_turns(row), row.gold) for row in gold]),
        "session": _ranked(
            [(_sessions(row, sessions), row.sessions) for row in own if row.sessions]
        ),
        "budget": _budgets(gold),
        "by_category": _by_category(own),
        "adaptive": _adaptive(gold),
        "calibration": _calibration([row for row in rows if row.gold or row.unanswerable]),
        "latency_ms": {
            "p50": percentile([row.ms for row in rows], 50),
            "p95": percentile([row.ms for row in rows], 95),
        },
        "retain": _rate(retained),
    }
    figures |= _foreign(rows) | _replaced(own) | _judged(own)
    return _numbers({**figures, "setup": asdict(setup)})


def _turns(row: Row) -> list[tuple[str, ...]]:
    return [one.turns for one in row.returned]


def _sessions(row: Row, sessions: Sessions) -> list[tuple[str, ...]]:
    documents = sessions[row.conversation]
    return [
        tuple(documents[turn] for turn in one.turns if turn in documents) for one in row.returned
    ]


def _ranked(asked: Sequence[tuple[list[tuple[str, ...]], tuple[str, ...]]]) -> Figures:
    return {
        "questions": len(asked),
        "any@5": mean(any_at(5, ranking, gold) for ranking, gold in asked),
        "all@5": mean(all_at(5, ranking, gold) for ranking, gold in asked),
        "any@10": mean(any_at(10, ranking, gold) for ranking, gold in asked),
        "all@10": mean(all_at(10, ranking, gold) for ranking, gold in asked),
        "mrr": mean(reciprocal_rank(ranking, gold) for ranking, gold in asked),
    }


def _budgets(gold: Sequence[Row]) -> Figures:
    return {str(budget): _within(gold, budget) for budget in BUDGETS}


def _within(gold: Sequence[Row], budget: int) -> Figures:
    shares = [share(row.budgets[budget], row.gold) for row in gold]
    return {"share": mean(shares), "all": mean(found == 1 for found in shares)}


def _by_category(own: Sequence[Row]) -> Figures:
    found: Figures = {}
    for category in sorted({row.category for row in own}):
        rows = [row for row in own if row.category == category]
        gold = [row for row in rows if row.gold]
        figures: Figures = {"questions": len(rows), "nothing": _nothing(rows)}
        if gold:
            ranked = _ranked([(_turns(row), row.gold) for row in gold])
            within = _within(gold, CATEGORY_BUDGET)
            figures |= {name: ranked[name] for name in ("any@10", "all@10", "mrr")}
            figures[f"share@{CATEGORY_BUDGET}"] = within["share"]
        found[category] = figures
    return found


def _nothing(rows: Sequence[Row]) -> float:
    return mean(not row.kept for row in rows)


def _adaptive(gold: Sequence[Row]) -> Figures:
    """Compare what is returned as it comes with a fixed budget that spends as much on average."""
    spent = mean(row.tokens for row in gold)
    costs = [[one.tokens for one in row.returned] for row in gold]
    fixed = budget_of_mean(costs, spent) if gold else 0
    taken = [
        [turn for place in fitting(cost, fixed) for turn in row.returned[place].turns]
        for row, cost in zip(gold, costs, strict=True)
    ]
    return {
        "tokens": spent,
        "memories": mean(len(row.kept) for row in gold),
        "share": mean(share([t for one in row.kept for t in one.turns], row.gold) for row in gold),
        "fixed_budget": fixed,
        "fixed_share": mean(share(turns, row.gold) for turns, row in zip(taken, gold, strict=True)),
    }


def _calibration(rows: Sequence[Row]) -> Figures:
    """Expected calibration error over what is returned as it comes, and over the first of it."""
    judged = [
        [
            (one.relevance, any(turn in row.gold for turn in one.turns))
            for one in row.kept
            if one.relevance is not None
        ]
        for row in rows
    ]
    return {
        "returned": _error([pair for pairs in judged for pair in pairs]),
        "first": _error([pairs[0] for pairs in judged if pairs]),
    }


def _error(pairs: Sequence[tuple[float, bool]]) -> float:
    return calibration_error([relevance for relevance, _ in pairs], [true for _, true in pairs])


def _rate(retained: Sequence[Retained]) -> Figures:
    seconds = sum(one.seconds for one in retained)
    turns = sum(one.turns for one in retained)
    return {"turns": turns, "turns_per_s": turns / seconds if seconds else math.nan}


# --------------------------------------------------------- what only some suites or options ask for


def _foreign(rows: Sequence[Row]) -> Figures:
    """Tell questions that have an answer here from those of other conversations."""
    answerable = [row for row in rows if row.kind == "own" and row.gold]
    figures: Figures = {}
    for kind in ("foreign", "renamed"):
        others = [row for row in rows if row.kind == kind]
        if others:
            figures[kind] = {
                "questions": len(others),
                "auc": auc([_best(row) for row in answerable], [_best(row) for row in others]),
                "nothing": _nothing(others),
                "kept": 1 - _nothing(answerable),
            }
    return figures


def _best(row: Row) -> float:
    """Return the best relevance of a question; of what knows none, its best score."""
    known = (one.score if one.relevance is None else one.relevance for one in row.returned)
    return max(known, default=0.0)


def _replaced(own: Sequence[Row]) -> Figures:
    contradicted = [row for row in own if row.older]
    if not contradicted:
        return {}
    met = [row for row in contradicted if any(_holds(one.turns, row.older) for one in row.returned)]
    first = mean(newest_first(row) for row in contradicted)
    marked = mean(superseded_marked(row) for row in met)
    return {
        "newest_first": first,
        "superseded_marked": marked,
        "replaced": {
            "questions": len(contradicted),
            "newest_at_1": mean(any_at(1, _turns(row), row.gold) for row in contradicted),
            "newest_first": first,
            "older_returned": len(met),
            "superseded_marked": marked,
        },
    }


def newest_first(row: Row) -> bool:
    """Whether the newest statement was returned, and no older one before it."""
    for one in row.returned:
        if _holds(one.turns, row.gold):
            return True
        if _holds(one.turns, row.older):
            return False
    return False


def superseded_marked(row: Row) -> bool:
    """Whether every older statement that was returned says that it is superseded."""
    return all(one.superseded for one in row.returned if _holds(one.turns, row.older))


def _holds(turns: Sequence[str], wanted: Sequence[str]) -> bool:
    return any(turn in wanted for turn in turns)


def _judged(own: Sequence[Row]) -> Figures:
    judged = [row.judged for row in own if row.judged]
    if not judged:
        return {}
    categories = sorted({row.category for row in own})
    return {
        "qa": {
            "questions": len(judged),
            "accuracy": _right(own),
            "unreadable": sum(one.right is None for one in judged),
            "by_category": {
                category: _right([row for row in own if row.category == category])
                for category in categories
            },
            "model": judged[0].model,
        }
    }


def _right(rows: Sequence[Row]) -> float:
    return mean(row.judged.right is True for row in rows if row.judged)


def _numbers(value: object) -> Figures:
    """Round for reading; what is not a number becomes null, as JSON wants it."""
    cleaned = _number(value)
    return cleaned if isinstance(cleaned, dict) else {}  # pyright: ignore[reportUnknownVariableType]


def _number(value: object) -> object:
    match value:
        case float():
            return None if math.isnan(value) else round(value, 4)
        case dict():
            return {str(key): _number(one) for key, one in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            return value
