"""Changing every text of an incident, such as to take secrets out of it."""

from collections.abc import Callable
from dataclasses import replace

from recallops.domain.incidents import Confirmed, Incident

Rewrite = Callable[[str], str]


def rewritten(incident: Incident, rewrite: Rewrite) -> Incident:
    """Return an incident with all that people and systems wrote in it rewritten."""
    return replace(
        incident,
        title=rewrite(incident.title),
        service=rewrite(incident.service),
        problem=rewrite(incident.problem),
        symptoms=_all(incident.symptoms, rewrite),
        root_cause=_word(incident.root_cause, rewrite),
        resolution=_word(incident.resolution, rewrite),
        outcome=_word(incident.outcome, rewrite),
        timeline=tuple(
            replace(one, text=rewrite(one.text), by=rewrite(one.by)) for one in incident.timeline
        ),
        fixes=tuple(
            replace(one, text=rewrite(one.text), by=rewrite(one.by)) for one in incident.fixes
        ),
        occurrences=tuple(
            replace(one, place=rewrite(one.place), summary=rewrite(one.summary))
            for one in incident.occurrences
        ),
        factors=_all(incident.factors, rewrite),
        lessons=_all(incident.lessons, rewrite),
        follow_ups=_all(incident.follow_ups, rewrite),
        tags=_all(incident.tags, rewrite),
    )


def _all(texts: tuple[str, ...], rewrite: Rewrite) -> tuple[str, ...]:
    return tuple(rewrite(text) for text in texts)


def _word(word: Confirmed, rewrite: Rewrite) -> Confirmed:
    """Rewrite what somebody said, and who said it."""
    return replace(
        word,
        value=rewrite(word.value) if word.value else word.value,
        confirmed_by=rewrite(word.confirmed_by) if word.confirmed_by else word.confirmed_by,
    )
