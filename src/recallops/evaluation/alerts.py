"""Alerts of our own: half of them mean nothing, half are real and use the same words."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

from recallops.analyse.health import nothing_wrong
from recallops.evaluation.figures import Figure, all_of
from recallops.evaluation.measures import Share


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertCase:
    """What was observed after an alert, and whether all is well."""

    name: str
    well: bool
    observed: Sequence[str]


def alert_figures() -> list[Figure]:
    """Measure whether the ones are told from the others."""
    text = resources.files("recallops.evaluation").joinpath("health_cases.toml").read_text("utf-8")
    cases = [AlertCase(**one) for one in tomllib.loads(text)["case"]]
    return [
        all_of("alerts of our own that mean nothing, found to be so", _judged(cases, well=True)),
        all_of("real ones of our own that are not taken for such", _judged(cases, well=False)),
    ]


def _judged(cases: Sequence[AlertCase], *, well: bool) -> Share:
    asked = [one for one in cases if one.well is well]
    wrong = tuple(one.name for one in asked if nothing_wrong(one.observed) is not well)
    return Share(len(asked) - len(wrong), len(asked), wrong)
