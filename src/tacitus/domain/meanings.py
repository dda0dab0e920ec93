"""What is embedded: what was said, and not who said it.

A name draws a vector towards everything else that is said with it: with it in both, a question about
somebody is near all that she ever said. Who spoke, and whom the question names, is compared apart from that
(`speaker_named` and its like in `tacitus.recall.features`). What it is worth: `docs/decisions/0018-vectors-without-names.md`.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

_SPACES = re.compile(r"\s+")


def meaning_of(text: str, speaker: str | None) -> str:
    """Return what is embedded of a memory: its text without the speaker in front.

    A text in which nothing else is said stays as it is.
    """
    said = text.removeprefix(f"{speaker}:").lstrip() if speaker else text
    return said if any(map(str.isalnum, said)) else text


def meaning_asked(question: str, speakers: Iterable[str]) -> str:
    """Return what is embedded of a question: the question without those who spoke in its bank.

    Names go whole, or the first of several: of "Ann Li", "Ann Li", "Ann" and "Ann's". A question that holds
    nothing else stays as it is.
    """
    names = _anybody(tuple(speakers))
    left = _SPACES.sub(" ", names.sub("", question)).strip() if names else question
    return left if any(map(str.isalnum, left)) else question


@lru_cache(maxsize=256)
def _anybody(speakers: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return what matches any of the names, the longest first."""
    forms = {
        form for name in speakers if (whole := name.strip()) for form in (whole, whole.split()[0])
    }
    if not forms:
        return None
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    return re.compile("|".join(map(_one, longest_first)), re.IGNORECASE)


def _one(form: str) -> str:
    # Scripts without spaces have no bounds to look for.
    return rf"(?<!\w){re.escape(form)}(?:['’]s)?(?!\w)" if form.isascii() else re.escape(form)
