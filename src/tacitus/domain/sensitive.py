"""What a text should not hold: where it stands, and what a bank does about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Policy(StrEnum):
    """What a bank does with what it finds."""

    KEEP = "keep"
    REDACT = "redact"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """Something that a text should not hold.

    Attributes:
        what: Its kind, as people call it; never a part of it.
    """

    start: int
    end: int
    what: str


@dataclass(frozen=True, slots=True)
class Policies:
    """What a bank does with secrets, and with personal data."""

    secrets: Policy = Policy.REDACT
    personal: Policy = Policy.KEEP


def redacted(text: str, found: Iterable[Found]) -> str:
    """Return a text in which what was found is named instead of shown."""
    pieces: list[str] = []
    at = 0
    for one in apart(found):
        pieces += [text[at : one.start], f"[redacted: {one.what}]"]
        at = one.end
    return "".join([*pieces, text[at:]]) if pieces else text


def apart(found: Iterable[Found]) -> list[Found]:
    """Join what overlaps, under the name of the longest part, in the order of the text."""
    joined: list[Found] = []
    for one in sorted(found):
        if not joined or one.start >= joined[-1].end:
            joined.append(one)
            continue
        before = joined[-1]
        longer = max(before, one, key=lambda each: each.end - each.start)
        joined[-1] = Found(before.start, max(before.end, one.end), longer.what)
    return joined
