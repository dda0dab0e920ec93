"""What the sections and fields of a postmortem are called, and what stands in them."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from recallops.intake.blocks import Block, Section, Shape, plain


class Role(StrEnum):
    """What a section or a field tells."""

    SUMMARY = "summary"
    TIMELINE = "timeline"
    CAUSE = "cause"
    FACTORS = "factors"
    IMPACT = "impact"
    RESOLUTION = "resolution"
    DONE = "done"
    FOLLOW_UP = "follow-up"
    LESSONS = "lessons"
    STATS = "stats"
    SERVICE = "service"
    SEVERITY = "severity"
    DURATION = "duration"
    DETECTION = "detection"
    RECOVERY = "recovery"
    STARTED = "started"
    DETECTED = "detected"
    RESOLVED = "resolved"
    DATE = "date"
    PEOPLE = "people"


# In this order: "root cause and resolution" is first of all a cause.
_ROLES: Sequence[tuple[Role, str]] = (
    (Role.PEOPLE, r"attendees?|authors?|owners?|participants?|reviewers?|responders?|incident (?:commander|manager|lead)|on.?call|people|glossary|appendix|references|links?|status"),
    (Role.DETECTION, r"time to detect(?:ion)?|ttd|mttd"),
    (Role.RECOVERY, r"time to (?:recover(?:y)?|resol(?:ve|ution)|mitigat(?:e|ion)|restore)|ttr|mttr"),
    (Role.DURATION, r"duration|outage (?:window|time)|incident window|time ?frame"),
    (Role.STARTED, r"(?:start(?:ed)?|began|begin)(?: (?:at|time|date))?|incident start|impact start"),
    (Role.DETECTED, r"detected(?: at)?|detection time"),
    (Role.RESOLVED, r"(?:resolved|ended|mitigated|recovered)(?: at)?|end(?: time)?|resolution time|incident end|impact end"),
    (Role.DATE, r"date|incident date|date of (?:the )?incident|when"),
    (Role.SEVERITY, r"severity(?: level)?|sev|priority|impact level"),
    (Role.SERVICE, r"(?:affected |impacted )?(?:services?|components?|systems?|products?)(?: affected| impacted)?|category|team"),
    (Role.TIMELINE, r".*\b(?:timeline|time line|chronology|sequence of events|event log)\b.*"),
    (Role.CAUSE, r".*\b(?:root[ -]causes?|cause|causes|why did (?:it|this) happen|rca|what caused)\b.*|five whys|5 whys"),
    (Role.FACTORS, r".*\b(?:contributing|factors?|trigger|triggers)\b.*"),
    (Role.IMPACT, r".*\b(?:impact|symptoms?|user experience|what (?:users|customers) saw|customer impact|blast radius)\b.*"),
    (Role.LESSONS, r".*\b(?:lessons?|learnt|learned|learnings?|takeaways?|retrospective|reflections?|what (?:went|did)|where we got lucky|moving forward|conclusions?)\b.*"),
    (Role.DONE, r".*\b(?:immediate|completed|done|already)\b.*"),
    (Role.FOLLOW_UP, r".*\b(?:action items?|actions?|follow.?ups?|remediations?|preventi(?:on|ve)|next steps?|improvements?|todo|corrective|what (?:we'?re|we are|will)|future work)\b.*"),
    (Role.RESOLUTION, r".*\b(?:resolution|mitigation|recovery|fix|fixes|how (?:was it|we) (?:fixed|resolved)|response)\b.*"),
    (Role.STATS, r".*\b(?:stats|statistics|metrics|metadata|details|at a glance)\b.*"),
    (Role.SUMMARY, r".*\b(?:summary|overview|abstract|background|description|problem|what happened|incident|introduction|tl;?dr)\b.*"),
)  # fmt: skip
_COMPILED = [(role, re.compile(pattern, re.IGNORECASE)) for role, pattern in _ROLES]
_FIELD = re.compile(
    r"^(?:\*\*)?([A-Za-z][A-Za-z /()-]{1,40}?)(?:\*\*)?\s*:(?:\*\*)?\s+(.+)$", re.DOTALL
)
_FIELDS = {
    Role.SERVICE, Role.SEVERITY, Role.DURATION, Role.DETECTION, Role.RECOVERY, Role.STARTED,
    Role.DETECTED, Role.RESOLVED, Role.DATE, Role.PEOPLE, Role.IMPACT, Role.CAUSE, Role.RESOLUTION,
    Role.SUMMARY, Role.FACTORS,
}  # fmt: skip


def role_of(title: str) -> Role | None:
    """Return what a heading says that its section tells; None where it says nothing known."""
    folded = re.sub(r"^[\W\d_]+|[\W_]+$", "", title)
    return next((role for role, pattern in _COMPILED if pattern.fullmatch(folded)), None)


def fields_of(block: Block) -> Iterator[tuple[Role, str, str]]:
    """Yield the fields that a block holds: the role, its label and the value."""
    if block.shape is Shape.ROW:
        if len(block.cells) == 2 and (role := _field_role(block.cells[0])):
            yield role, block.cells[0], block.cells[1]
        return
    if block.shape is Shape.CODE:
        return
    for line in block.text.split("\n"):
        found = _FIELD.match(line.strip())
        if found and (role := _field_role(found[1])):
            yield role, plain(found[1]), plain(found[2])


def is_fields(block: Block) -> bool:
    """Whether every line of a block is a field."""
    return len(list(fields_of(block))) == max(1, block.text.count("\n") + 1)


def _field_role(label: str) -> Role | None:
    role = role_of(plain(label))
    # A field's label is short; a long one with a colon after it is the begin of a sentence.
    return role if role in _FIELDS and len(label.split()) <= 4 else None


def roles_in(section: Section) -> set[Role]:
    """Return what a section and those inside it tell."""
    told = {role for one in section.walk() if (role := role_of(one.title))}
    named = {
        role for one in section.walk() for block in one.blocks for role, _, _ in fields_of(block)
    }
    return told | named


def texts_of(section: Section) -> list[str]:
    """Return what a section says: a text for each paragraph, item and row, those inside it too."""
    return [text for one in section.walk() for text in _texts(one.blocks)]


def _texts(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield texts; a nested item belongs to the one above it."""
    joined: list[str] = []
    for block in blocks:
        if block.shape is Shape.CODE or _is_head(block):
            continue
        text = plain(block.text)
        if block.shape is Shape.ITEM and block.depth > 1 and joined:
            joined[-1] = (
                f"{joined[-1].rstrip()} {'– ' if joined[-1][-1:] not in ':–' else ''}{text}"
            )
        elif text:
            joined.append(text)
    yield from joined


_COLUMNS = {
    "time",
    "event",
    "date",
    "action",
    "action item",
    "description",
    "type",
    "owner",
    "when",
    "what",
    "bug",
}


def _is_head(block: Block) -> bool:
    """Whether a row only names the columns."""
    return block.shape is Shape.ROW and all(
        cell.casefold().split("(")[0].strip() in _COLUMNS for cell in block.cells if cell
    )
