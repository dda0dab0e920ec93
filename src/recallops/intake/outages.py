"""One document, one or several outages: where each begins, and what is said of which."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from recallops.domain.telling import sentences
from recallops.domain.times import days_in
from recallops.intake.blocks import Section
from recallops.intake.sections import Role, role_of, roles_in, texts_of

_SHAPE = {
    Role.TIMELINE, Role.CAUSE, Role.FACTORS, Role.IMPACT, Role.RESOLUTION, Role.DURATION,
    Role.STARTED, Role.RESOLVED, Role.DETECTED, Role.SEVERITY,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outage:
    """An outage of a document.

    Attributes:
        section: What is said of it alone.
        shared: Of the sections on all outages, the texts that name its day and role by role.
        days: On which it was; empty for the only outage of a document.
    """

    section: Section
    shared: dict[Role, tuple[str, ...]]
    days: tuple[date, ...] = ()


def outages_in(document: Section, year: int | None) -> list[Outage]:
    """Return the outages of a document; one, the whole of it, where it does not tell several.

    Several are told where sections side by side each have the shape of a report: a timeline, a
    cause, an impact, a duration, two of these at least.
    """
    siblings = _reports_in(document)
    if len(siblings) < 2:
        return [Outage(document, {})]
    days = [tuple(dict.fromkeys(days_in(one.title, year))) for one in siblings]
    others = _outside(document, siblings)
    return [
        Outage(one, _of_days(others, own, days, year), own)
        for one, own in zip(siblings, days, strict=True)
    ]


def _reports_in(document: Section) -> list[Section]:
    """Return the most sections side by side that have each the shape of a report."""
    best: list[Section] = []
    for parent in document.walk():
        # A section called "Timeline" or "Root cause" is part of a report, whatever stands in it.
        reports = [
            one
            for one in parent.inner
            if len(roles_in(one) & _SHAPE) >= 2 and _is_own_name(one.title)
        ]
        if len(reports) > len(best):
            best = reports
    return best


def _is_own_name(title: str) -> bool:
    """Whether a heading names something that happened: a day, or no part of a report."""
    return any(days_in(title, 2000)) or role_of(title) in (None, Role.SUMMARY)


def _outside(document: Section, reports: Sequence[Section]) -> list[Section]:
    """Return the sections that no report holds and that hold none."""
    held = {id(one) for report in reports for one in report.walk()}
    return [
        one
        for one in document.walk()
        if id(one) not in held and not any(id(inner) in held for inner in one.walk())
    ]


def _of_days(
    sections: Sequence[Section],
    own: Sequence[date],
    all_days: Sequence[Sequence[date]],
    year: int | None,
) -> dict[Role, tuple[str, ...]]:
    """Return what the shared sections say of one outage: texts that name its day, no general ones.

    Lessons and follow-ups that name no day hold for every outage.
    """
    told: dict[Role, list[str]] = {}
    known = {day for days in all_days for day in days}
    for section in sections:
        role = role_of(section.title)
        if role is None:
            continue
        flat = Section(section.title, section.level, section.blocks)
        for text in texts_of(flat):
            named = {*days_in(text, year)} & known
            if named & {*own}:
                told.setdefault(role, []).append(_narrowed(text, own, known, year))
            elif not named and role in (Role.LESSONS, Role.FOLLOW_UP):
                told.setdefault(role, []).append(text)
    return {role: tuple(dict.fromkeys(texts)) for role, texts in told.items()}


def _narrowed(text: str, own: Sequence[date], known: set[date], year: int | None) -> str:
    """Return a text without its sentences on the days of other outages alone."""
    kept = [
        sentence
        for sentence in sentences(text)
        if not (named := {*days_in(sentence, year)} & known) or named & {*own}
    ]
    return " ".join(kept)
