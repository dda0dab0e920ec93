"""When it was over, and what ended it, as a timeline tells."""

import re
from collections.abc import Sequence

from recallops.intake.report import Entry

_ENDED = re.compile(
    r"\b(?:resolved|recovered|restored|back to normal|fully (?:operational|functional)|all healthy|"
    r"working (?:as intended|again|normally)|verified working|issue (?:fixed|gone)|incident (?:closed|over|ended)|mitigated)\b",
    re.IGNORECASE,
)
_MARKED_END = re.compile(r"\((?:issue )?resolved\)", re.IGNORECASE)
_DID = re.compile(
    r"\b(?:fixed (?:by|the|in)|roll(?:ed|ing)?[ -]?(?:back|over)|revert(?:ed|ing)?|restart(?:ed|ing)?|reboot(?:ed)?|re-?attached|"
    r"disabled?|enabled?|deleted?|removed?|applied|deployed|re-?deploy(?:ed)?|scal(?:ed|ing)|increas(?:ed|ing)|rais(?:ed|ing)|"
    r"reduc(?:ed|ing)|patched|upgraded|downgraded|re-?ran|rerunning|re-?running|failed over|failover|throttl(?:ed|ing)|drained|cordoned|"
    r"terminated|killed|added|replaced|switched|changed|altered|created|updated|re-?created)\b",
    re.IGNORECASE,
)
_WITHOUT_EFFECT = re.compile(
    r"\b(?:attempt(?:ed|s)?|tr(?:y|ied|ying)|fail(?:s|ed)?|without (?:success|effect)|did(?: not|n't) help|unsuccessful(?:ly)?|"
    r"still|plan(?:ned)?|decision|decided|discuss(?:ed|ing)?|no (?:effect|success)|initiated|continu(?:es|ed|ing)|status page)\b",
    re.IGNORECASE,
)  # fmt: skip


def end_in(timeline: Sequence[Entry]) -> Entry | None:
    """Return the entry at which it was over; None where none says so."""
    for pattern in (_MARKED_END, _ENDED):
        ends = [one for one in timeline if pattern.search(one.text)]
        if ends:
            # "All services still returning 404": over is what is said last.
            return max(ends, key=lambda one: one.at)
    return None


def fix_in(timeline: Sequence[Entry]) -> str | None:
    """Return what ended it: the last thing done up to its end; None where nothing is told."""
    end = end_in(timeline)
    if end is None:
        return None
    before = [one for one in timeline if one.at <= end.at]
    for entry in reversed(before):
        text = _MARKED_END.sub("", entry.text).strip().rstrip(".")
        if _DID.search(text) and not _WITHOUT_EFFECT.search(text):
            return text
    return None


def ends(text: str) -> bool:
    """Whether a text says that it was over."""
    return bool(_ENDED.search(text))
