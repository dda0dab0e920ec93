"""Postmortems, in Markdown or plain text, to reports: one for each outage that they tell."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import PurePath

from recallops.domain.causes import cause_in
from recallops.domain.errors import Invalid
from recallops.domain.incidents import Severity
from recallops.domain.telling import severity_of
from recallops.domain.times import clocks_in, days_in, length_in, moment, without_days, zone_in
from recallops.intake.blocks import Block, Section, Shape, plain, sections_of
from recallops.intake.endings import end_in, fix_in
from recallops.intake.outages import Outage, outages_in
from recallops.intake.report import Entry, Report
from recallops.intake.sections import Role, fields_of, is_fields, role_of, texts_of
from recallops.intake.timeline import timeline_of

_PREFIX = re.compile(r"^(?:incident )?(?:post[- ]?mortem|rca|incident report|root cause analysis)(?: report)?(?: for| of| on)?\b[\s:–—-]*", re.IGNORECASE)  # fmt: skip
_NUMBERED = re.compile(r"^(?:outage|incident)\s*#?\d+\s*[:–-]\s*", re.IGNORECASE)
_SUFFIX = re.compile(
    r"[\s:–—-]*\b(?:post[- ]?mortem|rca|incident report)\b(?: \([^)]*\))?$", re.IGNORECASE
)
_FILE_ID = re.compile(r"^([A-Za-z]{2,8}[-_ ]?\d{2,}(?:-\d+)?|\d{4}-\d{2,3}(?!-\d))\b")
_SERVICE = re.compile(r"\b((?:[A-Z][\w&/-]*\s+){1,4})[Ss]ervice\b")
_PRIMARY = re.compile(r"^\(?(?:the )?(?:primary|main|root|underlying)\b[^:–-]{0,30}[:–-]?\s*", re.IGNORECASE)  # fmt: skip
_MAX_CHARACTERS = 2_000_000
_FEWEST_WORDS = 8


def read_postmortem(name: str, text: str) -> list[Report]:
    """Read a document.

    Args:
        name: Of the file; tells the report when it is read again.

    Raises:
        Invalid: It holds no report; the message says why.
    """
    if len(text) > _MAX_CHARACTERS:
        raise Invalid(f"{name} is too long for a postmortem")
    if len(text.split()) < _FEWEST_WORDS:
        raise Invalid(f"{name} holds no text to speak of")
    document = sections_of(text)
    year = _year_of(document, name)
    outages = outages_in(document, year)
    whole = _Whole(name, document, year)
    return [
        _report(whole, outage, place if len(outages) > 1 else None)
        for place, outage in enumerate(outages, start=1)
    ]


@dataclass(frozen=True, slots=True)
class _Whole:
    """The document that an outage stands in."""

    name: str
    document: Section
    year: int | None


@dataclass(frozen=True, slots=True)
class _Told:
    """What is said of one outage, by what it tells."""

    fields: dict[Role, str]
    texts: dict[Role, tuple[str, ...]]
    opening: tuple[str, ...]

    def of(self, *roles: Role) -> tuple[str, ...]:
        return tuple(dict.fromkeys(text for role in roles for text in self.texts.get(role, ())))


def _report(whole: _Whole, outage: Outage, place: int | None) -> Report:
    told = _told(outage)
    day = _first_day(outage, told, whole.year)
    timeline = timeline_of(outage.section, day=day, year=whole.year)
    problem = " ".join([*told.opening, *told.of(Role.SUMMARY)])
    started, ended = _window(told, timeline, day)
    cause, factors = _cause(told, problem)
    shared = outage.shared
    return Report(
        name=f"{PurePath(whole.name).name}#{place}" if place else PurePath(whole.name).name,
        title=_title(whole, outage),
        service=_service(whole, told),
        severity=_severity(told),
        problem=problem,
        symptoms=_symptoms(told),
        started_at=started,
        detected_at=_detected(told, started, day),
        resolved_at=ended,
        root_cause=cause,
        fix=_fix(told, timeline),
        done=tuple(dict.fromkeys((*told.of(Role.DONE), *shared.get(Role.DONE, ())))),
        timeline=timeline,
        factors=(*factors, *shared.get(Role.CAUSE, ()), *shared.get(Role.FACTORS, ())),
        lessons=(*told.of(Role.LESSONS), *shared.get(Role.LESSONS, ())),
        follow_ups=(*told.of(Role.FOLLOW_UP), *shared.get(Role.FOLLOW_UP, ())),
        tags=_tags(whole.name),
    )


def _told(outage: Outage) -> _Told:
    """Sort what an outage's section says; a section without a known name belongs to its parent."""
    fields: dict[Role, str] = {}
    texts: dict[Role, list[str]] = {}
    opening: list[str] = []
    for section, role in _with_roles(outage.section, None):
        blocks = section.blocks
        if role in _WITH_FIELDS:
            for kind, _, value in (one for block in blocks for one in fields_of(block)):
                fields.setdefault(kind, value)
            blocks = [one for one in blocks if not _only_fields(one)]
        said = texts_of(Section("", 0, blocks))
        if role is None:
            opening.extend(said)
        elif role is not Role.TIMELINE:
            texts.setdefault(role, []).extend(said)
    for role in (Role.IMPACT, Role.CAUSE, Role.FACTORS, Role.RESOLUTION, Role.SUMMARY):
        if role in fields:
            texts.setdefault(role, []).append(fields[role])
    return _Told(fields, {role: tuple(said) for role, said in texts.items()}, _prose(opening))


_WITH_FIELDS = {None, Role.STATS, Role.SUMMARY, Role.IMPACT}
"""Where "Severity: high" is a field. In a list of causes, a colon is only a colon."""


def _with_roles(section: Section, role: Role | None) -> Iterator[tuple[Section, Role | None]]:
    """Yield a section and those inside it, each with what it tells."""
    yield section, role
    for inner in section.inner:
        yield from _with_roles(inner, role_of(inner.title) or role)


def _only_fields(block: Block) -> bool:
    return block.shape is not Shape.CODE and is_fields(block)


def _prose(texts: Iterable[str]) -> tuple[str, ...]:
    """Return what says something; not a lonely link or a caption."""
    return tuple(text for text in texts if len(text.split()) >= 6 and "://" not in text[:60])


def _title(whole: _Whole, outage: Outage) -> str:
    heading = outage.section.title or _heading(outage.section)
    title = _SUFFIX.sub("", _NUMBERED.sub("", _PREFIX.sub("", without_days(heading)))).strip()
    if role_of(title) is not None and len(title.split()) <= 2:
        title = ""  # the file begins with a section
    return title or _PREFIX.sub("", _name_without_id(whole.name)).strip() or whole.name


def _heading(document: Section) -> str:
    """Return the heading of a document; without one, the line that it begins with, if it is short."""
    first = next((one.title for one in document.inner if one.level == 1), "")
    line = plain(document.blocks[0].text) if document.blocks else ""
    if not first and line and len(line.split()) <= 15 and not is_fields(document.blocks[0]):
        return line
    label = next(
        (one.title for one in document.inner if role_of(_PREFIX.sub("", one.title)) is None), ""
    )
    return first or label


def _name_without_id(name: str) -> str:
    stem = PurePath(name).stem
    return _FILE_ID.sub("", stem).strip(" -_–").replace("_", " ")


def _tags(name: str) -> tuple[str, ...]:
    found = _FILE_ID.match(PurePath(name).name)
    return (str(found[1]),) if found else ()


def _service(whole: _Whole, told: _Told) -> str:
    if stated := told.fields.get(Role.SERVICE):
        return stated
    for one in whole.document.walk():
        for block in one.blocks:
            for role, _, value in fields_of(block):
                if role is Role.SERVICE:
                    return value
    titles = (one.title for one in whole.document.inner)
    named = (found for title in titles for found in _SERVICE.findall(title))
    return next((str(name).strip() for name in named), "")


def _severity(told: _Told) -> Severity | None:
    stated = told.fields.get(Role.SEVERITY)
    if not stated:
        return None
    words = re.findall(r"[A-Za-z]+[ -]?\d?", stated)
    for word in words:
        found = severity_of(word, Severity.MEDIUM)
        if found is not Severity.MEDIUM or word.casefold().startswith(("med", "minor", "sev", "p")):
            return found
    return Severity.MEDIUM


def _symptoms(told: _Told) -> tuple[str, ...]:
    return told.of(Role.IMPACT)


def _cause(told: _Told, problem: str) -> tuple[str | None, tuple[str, ...]]:
    """Return the cause, and what contributed; where no section tells the cause, the summary may."""
    stated = told.of(Role.CAUSE)
    factors = told.of(Role.FACTORS)
    if not stated:
        return cause_in(problem), factors
    first = stated[0]
    primary = [one for one in stated if _PRIMARY.match(one)][:1]
    chosen = primary or (list(stated) if first.endswith(":") else [first])
    rest = [one for one in stated if one not in chosen]
    cause = " ".join(_PRIMARY.sub("", one) if one in primary else one for one in chosen)
    return cause.strip(), (*rest, *factors)


def _fix(told: _Told, timeline: Sequence[Entry]) -> str | None:
    """Return what ended it: as the document says it, or as its timeline shows it."""
    stated = told.of(Role.RESOLUTION)
    return stated[0] if stated else fix_in(timeline)


def _first_day(outage: Outage, told: _Told, year: int | None) -> date | None:
    stated = (told.fields.get(role, "") for role in (Role.DATE, Role.STARTED, Role.DURATION))
    headings = (one.title for one in outage.section.walk())
    for text in (*stated, *headings, *told.opening, *told.of(Role.SUMMARY)):
        for day in days_in(text, year):
            return day
    return next(iter(outage.days), None)


def _window(
    told: _Told, timeline: Sequence[Entry], day: date | None
) -> tuple[datetime | None, datetime | None]:
    """Return when it began and when it was over, as far as that is told."""
    began = _moment_in(told.fields.get(Role.STARTED, ""), day)
    ended = _moment_in(told.fields.get(Role.RESOLVED, ""), day)
    if not began:
        began, lasted = _duration(told.fields.get(Role.DURATION, ""), day)
        ended = ended or lasted
    last = end_in(timeline)
    ended = ended or (last.at if last else timeline[-1].at if timeline else None)
    first = timeline[0].at if timeline else (moment(day, None, UTC) if day else None)
    if began is None and ended and (took := length_in(told.fields.get(Role.RECOVERY, ""))):
        # How long it took is told; the timeline may begin long before.
        began = max(ended - took, first) if first else ended - took
    return began or first, ended


def _duration(text: str, day: date | None) -> tuple[datetime | None, datetime | None]:
    """Read "21:45 to 23:28 UTC (103 minutes)", over midnight too."""
    clocks = clocks_in(text)
    if not clocks or day is None:
        return None, None
    zone = zone_in(text) or UTC
    began = moment(day, clocks[0], zone)
    if len(clocks) < 2:
        length = length_in(text)
        return began, began + length if length else None
    ended = moment(day, clocks[1], zone)
    return began, ended if ended >= began else ended + timedelta(days=1)


def _moment_in(text: str, day: date | None) -> datetime | None:
    clocks = clocks_in(text)
    on = next(iter(days_in(text, day.year if day else None)), day)
    return moment(on, clocks[0], zone_in(text) or UTC) if clocks and on else None


def _detected(told: _Told, started: datetime | None, day: date | None) -> datetime | None:
    stated = _moment_in(told.fields.get(Role.DETECTED, ""), day)
    took = length_in(told.fields.get(Role.DETECTION, ""))
    return stated or (started + took if started and took is not None else None)


def _year_of(document: Section, name: str) -> int | None:
    """Return the year that days without one belong to: the first that is told."""
    texts = [one.title for one in document.walk()]
    texts += [plain(block.text) for one in document.walk() for block in one.blocks]
    for text in (*texts, PurePath(name).name):
        for day in days_in(text):
            return day.year
    return None
