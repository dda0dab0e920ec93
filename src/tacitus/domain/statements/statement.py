"""What is compared."""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from tacitus.domain.sentences import sentence_spans

_ASKING = ("?", "\uff1f")
_CLOSING = "\"')* "
_CHATTER = 3
"""A sentence of so few words beside the one that states something says nothing."""
_LISTED = re.compile(r"^\s*(?:\d{1,6}[.)]|[-*•])\s+")
_CONTRACTIONS = (
    ("ca", re.compile(r"\b(can)'?not\b|\b(ca)n't\b", re.IGNORECASE), "can not"),
    ("won't", re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    ("n't", re.compile(r"(\w)n't\b", re.IGNORECASE), r"\1 not"),
    ("i'm", re.compile(r"\b(I)'m\b", re.IGNORECASE), r"\1 am"),
    ("'re", re.compile(r"(\w)'re\b", re.IGNORECASE), r"\1 are"),
    ("'ve", re.compile(r"(\w)'ve\b", re.IGNORECASE), r"\1 have"),
    ("'ll", re.compile(r"(\w)'ll\b", re.IGNORECASE), r"\1 will"),
    ("'s", re.compile(r"\b(it|he|she|that|there|what|who|here)'s\b", re.IGNORECASE), r"\1 is"),
)
"""Each with letters that stand in all it matches: looking for them first spares most of the work."""


class Comparison(StrEnum):
    """What a new statement is to an old one."""

    IDENTICAL = "identical"
    """The same words, whatever their case, spacing and punctuation."""
    RESTATEMENT = "restatement"
    """The same said with other words."""
    REVISION = "revision"
    """The same subject and relation, said later with another value: the old one ends."""
    DISTINCT = "distinct"


class Statement(NamedTuple):
    """What was said, by whom and when; a tuple, since each is compared with many.

    Attributes:
        text: May begin with "Speaker: "; that is no part of what was said.
        speaker: None in prose that nobody is said to have spoken.
        cosine: Likeness of its embedding to the statement it is compared with, where known.
    """

    text: str
    speaker: str | None
    mentioned_at: datetime
    cosine: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What a statement says to hold of something that has one such value at a time.

    Attributes:
        subject: Folded; the speaker's name for "I", "we" for "we".
        relation: What is said of it; None where only the value that ended tells.
        value: Folded; empty where only an end is stated.
        previous: Folded value that the statement itself says has ended: "left Google".
        changed: It says that something changed: "now", "moved to", "switched".
        extra: It says more than this state, so that it must not end with it.
        condition: When, for whom or by whose word it holds, folded: under another one something else may.
    """

    subject: str
    relation: str | None
    value: str
    previous: str = ""
    changed: bool = False
    extra: bool = False
    condition: str = ""


@lru_cache(maxsize=16_384)
def said(text: str, speaker: str | None) -> str:
    """Return the words of a statement: no speaker in front, no list number, contractions whole."""
    text = text.replace("\u2019", "'").strip()
    if speaker and text[len(speaker) : len(speaker) + 1] == ":":
        named, words = text[: len(speaker)], text[len(speaker) + 1 :]
        text = words.lstrip() if named.casefold() == speaker.casefold() else text
    text = _LISTED.sub("", text)
    if "'" in text:
        lowered = text.lower()
        for letters, pattern, whole in _CONTRACTIONS:
            if letters in lowered:
                text = pattern.sub(whole, text)
    return " ".join(text.split())


def told(text: str) -> list[str]:
    """Return the sentences that say something: no questions, and no chatter beside longer ones."""
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    telling = [one for one in sentences if not any(mark in one for mark in _ASKING)]
    return [one for one in telling if len(one.split()) > _CHATTER] or telling


def asks(text: str) -> bool:
    """Whether a text ends in a question and tells nothing before it."""
    if not text.rstrip(_CLOSING).endswith(_ASKING):
        return False
    return all(len(one.split()) <= _CHATTER for one in told(text))
