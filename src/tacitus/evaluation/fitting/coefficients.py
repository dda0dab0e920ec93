"""Coefficients as a file that people can read."""

import json
from collections.abc import Iterable, Mapping, Sequence

from tacitus.evaluation.fitting.logistic import Logistic
from tacitus.evaluation.fitting.model import Model
from tacitus.recall.relevance import (
    BEHIND,
    BEST_SHARE,
    LEAD,
    Coefficient,
    Odds,
    Relevance,
    Reranking,
)

_HEAD = """\
# What the calibrated ranking is made of. Written by `tacitus eval fit`; do not edit by hand.
# The formula is in relevance.py. A weight is for one `scale` above the `mean`; heaviest first.
"""
_DIGITS = 6


def relevance_of(
    model: Model, *, embedder: str, floor: float, answerable: float, reranker: str = ""
) -> Relevance:
    """Return the model as recall uses it; numbers are rounded as they will be written."""
    ranking, columns = model.ranking, model.columns
    ordering = zip(columns.ranking, ranking.weights, ranking.means, ranking.scales, strict=True)
    return Relevance(
        embedder=embedder,
        floor=short(floor),
        answerable=short(answerable),
        ranking=_heaviest_first(ordering),
        answered=_odds(model.answered, (BEST_SHARE, *columns.answering)),
        holding=_odds(model.holding, (BEHIND, LEAD, *columns.holding)),
        reranking=_reranking(model.reranking, reranker) if model.reranking else None,
    )


def _odds(fitted: Logistic, names: Sequence[str]) -> Odds:
    columns = zip(names, fitted.weights, fitted.means, fitted.scales, strict=True)
    return Odds(short(fitted.intercept), _heaviest_first(columns))


def _reranking(fitted: Logistic, reranker: str) -> Reranking:
    before, score = (float(one) for one in fitted.weights / fitted.scales)
    return Reranking(
        reranker=reranker,
        intercept=short(fitted.intercept - before * float(fitted.means[0])),
        odds=short(before),
        score=Coefficient(
            short(score * float(fitted.scales[1])), short(fitted.means[1]), short(fitted.scales[1])
        ),
    )


def as_toml(relevance: Relevance) -> str:
    """Return the file; `read_relevance` reads it."""
    lines = [
        _HEAD + f'embedder = "{relevance.embedder}"',
        f"floor = {relevance.floor} # least share of all relevance, per token, of what is returned",
        f"answerable = {relevance.answerable} # a best relevance under it returns nothing",
        *(_sections("ranking", relevance.ranking) or ["", "[ranking]"]),
        *_odds_section("answered", relevance.answered),
        *_odds_section("holding", relevance.holding),
        *_reranking_section(relevance.reranking),
    ]
    return "\n".join(lines) + "\n"


def _heaviest_first(columns: Iterable[tuple[str, float, float, float]]) -> dict[str, Coefficient]:
    """Return the coefficients by name; a feature without a weight is left out."""
    found = {
        name: Coefficient(short(weight), short(mean), short(scale))
        for name, weight, mean, scale in columns
    }
    heaviest_first = sorted(found, key=lambda name: -abs(found[name].weight))
    return {name: found[name] for name in heaviest_first if found[name].weight}


def _sections(part: str, coefficients: Mapping[str, Coefficient]) -> list[str]:
    return [
        line
        for name, one in coefficients.items()
        for line in (
            "",
            f"[{part}.{name}]",
            f"weight = {one.weight}",
            f"mean = {one.mean}",
            f"scale = {one.scale}",
        )
    ]


def _odds_section(part: str, odds: Odds) -> list[str]:
    return ["", f"[{part}]", f"intercept = {odds.intercept}", *_sections(part, odds.terms)]


def _reranking_section(reranking: Reranking | None) -> list[str]:
    if reranking is None:
        return []
    return [
        "",
        "[reranking]",
        f"reranker = {json.dumps(reranking.reranker)}",
        f"intercept = {reranking.intercept}",
        f"odds = {reranking.odds}",
        *_sections("reranking", {"score": reranking.score}),
    ]


def short(number: float) -> float:
    """Return a number as it is written."""
    return float(f"{float(number):.{_DIGITS}g}")
