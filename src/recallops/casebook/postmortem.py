"""A draft of a postmortem, in Markdown: what is known, and in so many words what is not."""

from collections.abc import Iterator

from recallops.domain.analyses import Analysis
from recallops.domain.incidents import Confirmed, FixOutcome, Incident

_NOT_KNOWN = "Not yet identified."
_TIME = "%Y-%m-%d %H:%M %Z"
_OUTCOME = {
    FixOutcome.WORKED: "worked",
    FixOutcome.PARTLY: "worked in part",
    FixOutcome.FAILED: "failed",
    FixOutcome.UNKNOWN: "outcome not known",
}


def postmortem_of(incident: Incident, analysis: Analysis | None) -> str:
    """Return the draft of a postmortem."""
    return "\n".join(
        (
            f"# {incident.id}: {incident.title}",
            "",
            "**Draft.** To be completed and confirmed by those who were there.",
            "",
            *_header(incident),
            *_section("Summary", [incident.problem or "Not written yet."]),
            *_section("Symptoms", [f"- {one}" for one in incident.symptoms] or ["None written."]),
            *_section("Timeline", [*_timeline(incident)]),
            *_section("Root cause", [_word(incident.root_cause)]),
            *_section("Resolution", [_word(incident.resolution)]),
            *_section("Fixes", [*_fixes(incident)]),
            *_section("Similar incidents", [*_similar(analysis)]),
            *_section("Open questions", [f"- {one}" for one in (analysis.missing if analysis else ())] or ["- None noted."]),
            *_section("Follow-ups", [f"- {one}" for one in incident.follow_ups] or ["- None yet."]),
        )
    )  # fmt: skip


def _section(title: str, lines: list[str]) -> list[str]:
    return [f"## {title}", "", *lines, ""]


def _header(incident: Incident) -> Iterator[str]:
    yield f"- Service: {incident.service or 'not named'}"
    yield f"- Severity: {incident.severity}"
    yield f"- Status: {incident.status}"
    yield f"- Started: {incident.started_at.strftime(_TIME)}"
    if incident.resolved_at:
        yield f"- Resolved: {incident.resolved_at.strftime(_TIME)}"
    if incident.times_seen > 1:
        yield f"- Occurrences: {incident.times_seen}"
    yield ""


def _timeline(incident: Incident) -> Iterator[str]:
    if not incident.timeline:
        yield "Nothing written."
        return
    yield "| When | What | Kind | By |"
    yield "|---|---|---|---|"
    for one in incident.timeline:
        text = one.text.replace("|", "\\|").replace("\n", " ")
        yield f"| {one.at.strftime(_TIME)} | {text} | {one.kind} | {one.by or '–'} |"


def _word(word: Confirmed) -> str:
    if not word.value:
        return _NOT_KNOWN
    if not word.confirmed_by:
        return f"{word.value} (reported, not confirmed)"
    when = f", {word.confirmed_at.strftime(_TIME)}" if word.confirmed_at else ""
    return f"{word.value} (confirmed by {word.confirmed_by}{when})"


def _fixes(incident: Incident) -> Iterator[str]:
    if not incident.fixes:
        yield "None written."
    for one in incident.fixes:
        yield f"- {one.text}: {_OUTCOME[one.outcome]}"


def _similar(analysis: Analysis | None) -> Iterator[str]:
    if analysis is None or not analysis.investigation.similar:
        yield "None known."
        return
    for one in analysis.investigation.similar:
        cause = one.cause.value or "cause not known"
        yield f"- {one.incident_id}, {one.title} ({one.relation.replace('_', ' ')}): {cause}"
