"""What is asked: of an incident what was seen of it, and nothing that claims to know the answer."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from recallops.domain.incidents import Incident
from recallops.domain.statements import Kind

_SPEAKER = r"(?:SYSTEM|ASSISTANT|DEVELOPER|ADMIN|INSTRUCTIONS?|AI|LLM|NOTE TO (?:THE )?(?:AI|ASSISTANT|MODEL))"
_ROLE = re.compile(
    rf"(?:^|(?<=[\s\"'`([{{<|*#])){_SPEAKER}(?:\s+(?:PROMPT|MESSAGE|NOTE|OVERRIDE))?[\])>|*]*\s*[:>\-–]"
    rf"|[\[<(|*]+\s*{_SPEAKER}\s*[\])>|*]+|<\|?(?:im_start|system)[^>]*>"
    r"|</(?:evidence|context|instructions?|prompt|documents?)\s*>",
    re.IGNORECASE,
)
_CLAIM = re.compile(
    r"\b(?:ignore|disregard|forget|override) (?:all |any |the |your )?(?:previous|prior|above|earlier|other|instructions?|rules?|evidence)\b"
    r"|\b(?:confirmed |verified |true |actual |the )*root[ _-]?cause\s*(?:is|was|=|:|has been|–|-)"
    r"|\b(?:confirmed|verified|validated|true|actual|real) (?:cause|reason)\s*(?:is|was|=|:|has been)"
    r"|\bconfidence\s*(?:is|of|=|:|level|score)?\s*(?:\d*\.\d+|\d{1,3}\s*%|1\b)"
    r"|\b(?:same|identical) (?:root )?cause (?:as|like)\b"
    r"|\byou (?:must|should|have to)\b|\byou are (?:now |an? |the )*(?:assistant|ai|agent|model|bot|expert)\b"
    r"|\b(?:rank|label|mark|classify|treat|score|rate) (?:this|it|these|the|all|INC-\d+)\b"
    r"|\bset (?:the )?(?:root cause|status|severity|confidence|label|rank)\b",
    re.IGNORECASE,
)
_OBSERVED = (Kind.OBSERVED, Kind.CONFIRMED)
_LINES = re.compile(r"[\r\n]+")
_STOP = re.compile(r"[.!?;](?=\s|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, of an incident or by somebody.

    Attributes:
        title: The first words, which say most.
        seen: All that was seen, the title too.
        observed: What was measured or seen since, as the timeline has it.
        incident: The one that it is asked for; None where somebody just asks.
        without: Incidents that must not answer.
        set_aside: What was written among the symptoms and claims to know the answer.
    """

    title: str
    seen: str
    asked_at: datetime | None = None
    incident: Incident | None = None
    without: frozenset[str] = frozenset()
    set_aside: tuple[str, ...] = ()
    observed: str = ""


def question_of(incident: Incident) -> Question:
    """Ask what is known of incidents like this one."""
    aside: list[str] = []
    parts = [
        seen
        for part in (incident.title, incident.problem, *incident.symptoms)
        if (seen := _seen(part, aside))
    ]
    noted = (one.text for one in incident.timeline if one.kind in _OBSERVED)
    observed = (seen for one in noted if (seen := _seen(one, aside)))
    return Question(
        title=_seen(incident.title, []),
        seen="\n".join(parts),
        observed="\n".join(observed),
        asked_at=incident.started_at,
        incident=incident,
        without=frozenset({incident.id}),
        set_aside=tuple(aside),
    )


def question_in(
    text: str, *, asked_at: datetime, without: frozenset[str] = frozenset()
) -> Question:
    """Ask in somebody's own words."""
    aside: list[str] = []
    seen = _seen(text, aside)
    return Question(
        title=seen, seen=seen, asked_at=asked_at, without=without, set_aside=tuple(aside)
    )


def _seen(text: str, aside: list[str]) -> str:
    """Return a text without what claims authority in it; that is added to what is set aside.

    A symptom is something seen. Who speaks in the name of a system, states the cause or a
    confidence, or gives orders has not seen it, and decides nothing here.
    """
    return " ".join(
        kept for line in _LINES.split(text) for kept in _kept(line, aside) if kept.strip()
    )


def _kept(line: str, aside: list[str]) -> Iterator[str]:
    role = _ROLE.search(line)
    if role:
        aside.append(line[role.start() :].strip())
        line = line[: role.start()]
    at = 0
    while claim := _CLAIM.search(line, at):
        yield line[at : claim.start()]
        stop = _STOP.search(line, claim.end())
        end = stop.end() if stop else len(line)
        aside.append(line[claim.start() : end].strip())
        at = end
    yield line[at:]
