"""Causes as prose tells them; what is only suspected, or says that nothing failed, tells none."""

import re
from collections.abc import Sequence

from recallops.domain.telling import sentences

_CAUSAL = re.compile(
    r"\b(?:caus(?:e|ed|es|ing)|due to|because|root cause|led to|leading to|result(?:ed|ing|s) (?:in|from)|"
    r"trigger(?:ed|s|ing)? (?!alert)|as a result of|meant that|coincided with|stemmed from|owing to|responsible for|"
    r"exhaust(?:ed|ion|ing)|ran out of|expired|driven by|driving|outpac(?:ed|es|ing)|saturat(?:ed|es|ing)|"
    r"faster than|leak(?:ed|ing|s)?)\b",
    re.IGNORECASE,
)
_NOT_A_CAUSE = re.compile(
    r"\b(?:potentially|probably|possibly|perhaps|maybe|might|may have|could have|suspect(?:ed|s)?|unclear|unknown|"
    r"not (?:yet )?(?:known|identified|determined|found)|(?:another|different|same|other) (?:root )?cause|"
    r"not (?:an? |the )?(?:\w+ ){0,3}(?:cause|event|saturation|exhaustion|failure)|rul(?:ed|es|ing) out|"
    r"no (?:\w+ ){0,2}(?:saturation|exhaustion|pressure|failure|leak|evidence)|"
    r"symptoms? (?:was|were|are|is)|(?:is|was|are|were) a (?:symptom|consequence|red herring|confounder))\b",
    re.IGNORECASE,
)
_NOTHING_FAILED = re.compile(
    r"\bno (?:active |actual |real |ongoing )+(?:\w+ ){0,2}(?:failure|incident|issue|pressure|outage|fault|problem)\b|"
    r"\bno (?:failure|fault|anomal(?:y|ies))\b(?! (?:was|is) caused)|\bfalse (?:alert|alarm|positive)\b|"
    r"\brecovery is complete\b|\balert (?:is|was) (?:now )?stale\b|"
    r"\ball (?:metrics|signals|checks|systems|services)\b[^.]{0,60}\b(?:normal|healthy|within)\b|"
    r"\b(?:database|service|system|cluster|instance) is (?:healthy|operating (?:normally|within normal))|"
    r"\b(?:only|just) routine\b|\bno root cause\b",
    re.IGNORECASE,
)


def cause_in(text: str) -> str | None:
    """Return the sentences of a text that say what brought it about; None where none does.

    What is only suspected, or only said to be another or the same cause, is none.
    """
    told = [sentence for sentence in sentences(text) if tells_a_cause(sentence)]
    return " ".join(told[:2]) or None


def tells_a_cause(sentence: str) -> bool:
    """Whether a sentence says, without a doubt, what brought something about."""
    return bool(_CAUSAL.search(sentence)) and not _NOT_A_CAUSE.search(sentence)


def says_nothing_failed(texts: Sequence[str]) -> bool:
    """Whether what was seen says that nothing is wrong: a healthy check, a false or stale alert."""
    return any(_NOTHING_FAILED.search(sentence) for text in texts for sentence in sentences(text))
