"""What was tried before against incidents like this one, and what became of it."""

from collections.abc import Sequence

from recallops.analyse.case import Case
from recallops.domain.analyses import Tried
from recallops.domain.beliefs import is_same_fix
from recallops.domain.incidents import FixOutcome
from recallops.domain.investigations import Similar
from recallops.domain.likeness import likeness
from recallops.domain.statements import Part

_SURE = {FixOutcome.WORKED: 0.6, FixOutcome.PARTLY: 0.45}
_ALIKE = 0.6


def tried_before(case: Case) -> tuple[Tried, ...]:
    """Return the fixes of similar incidents, most promising first; what failed comes last."""
    found = [
        (
            one.likeness,
            Tried(
                incident_id=one.incident_id,
                fix=fix.fix,
                outcome=fix.outcome,
                references=_references(case, one, fix.fix),
                belief=fix.belief,
            ),
        )
        for one in case.investigation.similar
        for fix in one.fixes
    ]
    return tuple(fix for _, fix in sorted(found, key=lambda pair: _order(*pair)))


def has_failed(tried: Tried) -> bool:
    """Whether it failed there, or wherever it was tried last."""
    return tried.outcome is FixOutcome.FAILED or (
        tried.belief is not None and tried.belief.failed_last
    )


def promising(tried: Sequence[Tried]) -> list[Tried]:
    """Return what may be suggested again: it did something, has not failed since, each fix once."""
    kept: list[Tried] = []
    failed = [one.fix for one in tried if has_failed(one)]
    for one in tried:
        known = (*failed, *(other.fix for other in kept))
        if one.outcome in _SURE and not any(is_same_fix(one.fix, other) for other in known):
            kept.append(one)
    return kept


def in_order(tried: Sequence[Tried]) -> tuple[Tried, ...]:
    """Put what was tried in order anew, after what is believed of it has changed."""
    return tuple(sorted(tried, key=lambda one: _order(0.0, one)))


def _order(like: float, tried: Tried) -> tuple[bool, float, float]:
    sure = tried.belief.confidence if tried.belief else _SURE.get(tried.outcome, 0.3)
    return has_failed(tried), -round(sure * (0.5 + like / 2), 4), -like


def _references(case: Case, similar: Similar, fix: str) -> tuple[str, ...]:
    telling = [
        one.ref
        for one in case.evidence_of(similar.incident_id)
        if one.part in (Part.FIX, Part.RESOLUTION) and likeness(one.text, fix) >= _ALIKE
    ]
    return tuple(telling)
