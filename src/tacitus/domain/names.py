"""Names in plain conversation, found by rule: precision first."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from tacitus.domain.capitals import runs_in
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.lexicon import words
from tacitus.domain.name_comparison import are_nicknames, fold, may_merge, similarity
from tacitus.domain.name_judgement import Setting, is_common, judged

__all__ = ["are_nicknames", "fold", "is_common", "may_merge", "names_in", "similarity"]

_URL = re.compile(r"\b(?:https?://|www\.)\S+|[\w.+-]+@[\w-]+\.[\w.]+")
_HANDLE = re.compile(r"(?<![\w.])@[A-Za-z_]\w+")
_HASHTAG = re.compile(r"(?<!\w)#([^\W\d_]\w+)")
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{2,60})[\"”]|[《『]([^》』\n]{1,40})[》』]")
_CODE = re.compile(r"\b(?:[A-Z]{2,10}-\d+|[A-Z]{2,4}\d{1,5}|[A-Z]\d{2,5})\b(?!-)")
_NUMBERED = re.compile(
    r"\b(?:room|order|ticket|flight|invoice|case|issue|gate|apartment|incident|route|highway)"
    r" #?[A-Z]{0,3}-?\d{2,}\b",
    re.IGNORECASE,
)
_FILE = re.compile(r"\b[\w-]+\.(?:py|js|ts|tsx|go|rs|java|md|ya?ml|json|toml|sql|sh|csv)\b")
_JOINED = re.compile(r"\b[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+\b")
_LATIN = re.compile(r"[\u0041-\u024f]")
_CAMEL = re.compile(r"\b[a-z]+(?:[A-Z][a-z0-9]+)+\b")


def names_in(text: str, speakers: Sequence[str], known: Collection[str] = ()) -> list[Surface]:
    """Return the names in a text, each once, in order of first appearance.

    Found are capitalised names with their small words ("University of Oslo"), acronyms, products
    and identifiers ("iPhone 15", "INC-412", "pinboard-api"), quoted titles, handles, hashtags, and
    the speakers, also by given name or nickname. A capital at the start of a sentence counts only
    where the word is no common English one. Calendar words, pronouns, greetings and interjections
    are never names. The type is OTHER wherever it is not sure.

    Args:
        text: One turn or a few sentences.
        speakers: Everybody who takes part in the conversation.
        known: Further names that count wherever they stand.
    """
    text = text.replace("\u2019", "'")
    found: list[tuple[int, Surface]] = []
    text = _masked(text, _URL)
    for pattern, type_ in _PATTERNS:
        for match in _matches(pattern, text):
            if pattern is not _JOINED or _is_component(match[0]):
                found.append((match.start(), Surface(match[0].lstrip("#"), type_)))
    for match in _matches(_QUOTED, text):
        if title := _title(match[1], match[2]):
            found.append((match.start(), Surface(title)))
            text = text[: match.start()] + " " * len(match[0]) + text[match.end() :]
    found.extend(_spoken_of(text, speakers, known))
    runs = list(runs_in(_masked(text, _HANDLE, _HASHTAG, _NUMBERED)))
    setting = Setting.of(runs, speakers, known)
    for run in runs:
        found.extend(judged(run, setting))
    return _once(found)


_PATTERNS = (
    (_HANDLE, EntityType.OTHER),
    (_HASHTAG, EntityType.CONCEPT),
    (_NUMBERED, EntityType.OTHER),
    (_CODE, EntityType.OTHER),
    (_FILE, EntityType.OTHER),
    (_JOINED, EntityType.PRODUCT),
    (_CAMEL, EntityType.PRODUCT),
)


def _masked(text: str, *patterns: re.Pattern[str]) -> str:
    """Return the text with what the patterns match blanked out, every position kept."""
    for pattern in patterns:
        for match in _matches(pattern, text):
            blank = "." + " " * (len(match[0]) - 1)
            text = text[: match.start()] + blank + text[match.end() :]
    return text


_DIGITS = frozenset("0123456789")
_NEEDED = {
    _URL: frozenset(":@."),
    _HANDLE: frozenset("@"),
    _HASHTAG: frozenset("#"),
    _QUOTED: frozenset('"'),
    _CODE: _DIGITS,
    _NUMBERED: _DIGITS,
    _FILE: frozenset("."),
    _JOINED: frozenset("-_"),
}
"""Of the ASCII characters one that stands in all that a pattern matches; most texts have none."""


def _matches(pattern: re.Pattern[str], text: str) -> Iterable[re.Match[str]]:
    needed = _NEEDED.get(pattern)
    none = needed is not None and text.isascii() and needed.isdisjoint(_characters(text))
    return () if none else pattern.finditer(text)


@lru_cache(maxsize=16)
def _characters(text: str) -> frozenset[str]:
    """Return what a text is made of; cached, since one pattern after another is looked for in it."""
    return frozenset(text)


def _is_component(name: str) -> bool:
    """Whether words joined by hyphens are a technical name, not "well-known" or "mid-2023"."""
    parts = re.split(r"[-_]", name)
    if "_" in name or (len(parts) > 2 and parts[-1].isdigit()):
        return True
    return parts[-1] in words("technical_words") or parts[0] in {"prod", "staging"}


def _title(quoted: str | None, bracketed: str | None) -> str | None:
    """Return a quoted title; speech in quotation marks is none."""
    if quoted is None:
        return bracketed
    content = [w for w in re.findall(r"[^\W_][\w'-]*", quoted) if w not in words("function_words")]
    capital = all(word[0].isupper() or word.isdigit() for word in content)
    if not content or not capital or quoted[-1] in ".,!?…;:" or not quoted[0].isalnum():
        return None
    if content[0].lower() in words("never_names") | words("function_words") - {"a", "the"}:
        return None
    return quoted if len(content) > 1 or not is_common(content[0]) else None


def _spoken_of(
    text: str, speakers: Sequence[str], known: Collection[str]
) -> Iterator[tuple[int, Surface]]:
    """Yield speakers and known names where they stand, whatever their case or script."""
    for name in speakers:
        for form in _forms(name):
            if (at := _position(form, text)) is not None:
                yield at, Surface(form, EntityType.PERSON)
                break
    for name in known:
        if (at := _position(name, text)) is not None:
            yield at, Surface(name)


@lru_cache(maxsize=1024)
def _forms(speaker: str) -> list[str]:
    """Return the forms a speaker is mentioned by, longest first; none for "Assistant"."""
    name = " ".join(speaker.split())
    if not name or name.lower() in words("never_names"):
        return []
    if not _LATIN.match(name):
        return [name, name[1:]] if len(name) == 3 else [name]
    given = name.split(" ")[0]
    return [name] if is_common(given) or len(given) < 3 else list(dict.fromkeys((name, given)))


def _position(name: str, text: str) -> int | None:
    if not _LATIN.match(name):
        at = text.find(name)
        return at if at >= 0 else None
    match = _whole_word(name).search(text)
    return match.start() if match else None


@lru_cache(maxsize=1024)
def _whole_word(name: str) -> re.Pattern[str]:
    """Return what finds a name where it stands alone; one that is a common word too only as it is written."""
    case = re.NOFLAG if is_common(name) else re.IGNORECASE
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", case)


def _once(found: list[tuple[int, Surface]]) -> list[Surface]:
    """Return surfaces by position, each name once, with the surest type any of them had.

    Of two that overlap the earlier stays, of two that begin together the longer.
    """
    best: dict[str, Surface] = {}
    end = 0
    for start, surface in sorted(found, key=lambda pair: (pair[0], -len(pair[1].text))):
        key = fold(surface.text)
        if not key or start < end:
            continue
        end = start + len(surface.text)
        earlier = best.get(key, surface)
        sure = surface.type if earlier.type is EntityType.OTHER else earlier.type
        best[key] = Surface(earlier.text, sure)
    return list(best.values())
