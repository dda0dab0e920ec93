"""Conversations told from prose: JSON and JSONL chats, and lines of "Name: words" or "<Name> words"."""

import json
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import cast

from tacitus.domain.documents import Role, Turn
from tacitus.domain.fences import fences_in, holds
from tacitus.domain.lexicon import words
from tacitus.domain.messages import (
    LIST_KEYS,
    Moment,
    is_message,
    role_called,
    spoken_by,
    turn_of,
)
from tacitus.domain.name_judgement import is_common
from tacitus.domain.statements.parts import kind_of
from tacitus.domain.terms import fold_letters
from tacitus.domain.time.timestamps import parse_timestamp

_FIELD_WORDS = """
    a abstract action actions address age agenda answer area attendees author background bcc caution
    cause cc comment conclusion context critical danger date debug definition deadline description
    detail details duration email error example examples fatal fix from goal hint host idea image
    impact important info input issue key language level license link list location message method
    mission mitigation mode model monday tuesday wednesday thursday friday saturday sunday name nb
    note notes number option output overview owner participants path phone place port price priority
    problem process product ps purpose q question re reason ref reference region remark remember
    resolution result results root severity solution source status step subject summary symptom tag
    tags task team time timeline tip title to todo topic total trace trigger type update url
    user-agent usage value version via warn warning where why
"""
_FIELDS = frozenset(_FIELD_WORDS.split())
"""Words that, before a colon, head a field, a note or a line of a log, and name no speaker."""
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[APap]\.?[Mm]\.?)?"
_STAMP = (
    rf"(?:\d{{4}}-\d{{2}}-\d{{2}}(?:[T ,]+{_CLOCK}(?:Z|[+-]\d{{2}}:?\d{{2}})?)?"
    rf"|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}},?\s+{_CLOCK}|{_CLOCK})"
)
_LABEL = r"[^\W\d_][\w.'\u2019&-]*(?: [\w.'\u2019&()-]+){0,3}|@[\w.-]+"
_NICK = r"[^\W\d][\w.'\u2019&\[\]{}|^`\\-]*(?: [\w.'\u2019&()-]+){0,3}"
_SAID = re.compile(
    rf"(?P<before>[\[(]?{_STAMP}[\])]?\s*(?:[-\u2013]\s+)?)?"
    rf"(?:<[ @+%&~]?(?P<nick>{_NICK})>:?(?=\s|$)"
    rf"|(?P<mark>\*\*|__)?(?P<speaker>{_LABEL})"
    rf"(?P<after>\s*[\[(]{_STAMP}[\])])?"
    r"(?:(?P=mark))?(?::(?:\*\*|__)?(?=\s|$)|\uff1a))[ \t]*(?P<words>.*)"
)
_CLOSED = re.compile(r"</([\w.-]+)")
_ELEMENT_WORDS = """
    a b br dd details div dl dt em h1 h2 h3 h4 h5 h6 hr i img input li link meta ol option p pre q s
    small span strong sub summary sup table tbody td tfoot th thead title tr u ul wbr
"""
_ELEMENTS = frozenset(_ELEMENT_WORDS.split())
"""Elements of HTML that often stand open."""
_VOICE = re.compile(
    r"\b(?:i|i'm|i've|i'll|me|my|you|your|you're|hi|hello|hey|thanks|thank|yes|yeah|no|ok|okay|sure"
    r"|please|sorry|ich|du|sie|mir|yo|tú|je|tu|vous|ja|nein|si|sí|oui)\b|[?\uff1f\uff01]|[我你您俺]|です|ます",
    re.IGNORECASE,
)
_PARTICLES = frozenset(("al", "bin", "da", "de", "del", "der", "di", "dos", "la", "van", "von"))
_MAX_HEADER = 3
_FEW, _FEW_LINES = 2, 6
_PARTS = frozenset(("user", "human", "assistant"))
_LONGEST_LABEL = 40


def read_transcript(text: str, zone: tzinfo = UTC) -> tuple[Turn, ...] | None:
    """Tell who said what, and when; None where the text is not a conversation.

    Read are lists, objects and lines of JSON messages with a role or a name, and plain lines of
    "Name: words" or "<Name> words", with or without a time before or after the name. Doubtful text is prose: YAML,
    Markdown, code, logs and letters are not taken apart.

    Args:
        zone: That of times which name none.
    """
    moment = partial(_moment, zone=zone)
    turns = _from_json(text, moment) if text.lstrip()[:1] in {"[", "{"} else None
    turns = turns or _from_lines(text, moment)
    return tuple(turns) if turns else None


# ------------------------------------------------------------------------------------------ JSON


def _from_json(text: str, moment: Moment) -> list[Turn] | None:
    messages = _messages(text)
    if not messages or not all(is_message(message) for message in messages):
        return None
    turns = [_turn(cast(Mapping[str, object], message), moment) for message in messages]
    return [turn for turn in turns if turn.text.strip()] or None


def _messages(text: str) -> Sequence[object]:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return _json_lines(text)
    if isinstance(value, dict):
        body = cast(dict[str, object], value)
        alone = [body] if "role" in body or "speaker" in body else []
        listed = next((body[key] for key in LIST_KEYS if isinstance(body.get(key), list)), alone)
        return cast(list[object], listed)
    return cast(list[object], value) if isinstance(value, list) else []


def _json_lines(text: str) -> list[object]:
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return []


def _turn(message: Mapping[str, object], moment: Moment) -> Turn:
    turn = turn_of(message, moment)
    return replace(
        turn, text=_whole(turn.text), speaker=_whole(turn.speaker), label=_whole(turn.label)
    )


def _whole(text: str) -> str:
    """Put a mark in place of half characters, which JSON escapes can hold; drop NUL."""
    text = text.replace("\0", "")
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _moment(value: object, *, zone: tzinfo) -> datetime | None:
    """Return when a message was sent; None where it cannot be read."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        return parse_timestamp(str(value), default_zone=zone)
    except ValueError:
        return None


# ----------------------------------------------------------------------------------------- lines


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that may open a turn; without a speaker it goes on with the one before."""

    text: str
    start: int
    speaker: str = ""
    stamp: str = ""
    bracketed: bool = False


def _from_lines(text: str, moment: Moment) -> list[Turn] | None:
    lines = list(_lines(text))
    speakers = _speakers(lines)
    if not speakers:
        return None
    opening = [index for index, line in enumerate(lines) if line.speaker in speakers]
    turns = [_header(text, lines[0].start, lines[opening[0]].start)]
    ends = [*opening[1:], len(lines)]
    for index, end in zip(opening, ends, strict=True):
        stop = _line_start(text, lines[end].start) if end < len(lines) else len(text)
        turns.append(_spoken(text, lines[index], stop, moment))
    return [turn for turn in turns if turn.text.strip()]


def _lines(text: str) -> Iterator[_Line]:
    at = 0
    fences = fences_in(text)
    elements = _ELEMENTS.union(_CLOSED.findall(text))
    for whole in text.splitlines(keepends=True):
        said = None if fences and holds(fences, at) else _SAID.match(whole.rstrip())
        if said and _may_label(said, elements):
            stamp = (said["before"] or said["after"] or "").strip(" \t[]()-\u2013")
            nick = said["nick"]
            start = at + said.start("words")
            yield _Line(whole, start, nick or said["speaker"], stamp, bracketed=bool(nick))
        elif whole.strip():
            yield _Line(whole, at)
        at += len(whole)


def _may_label(said: re.Match[str], elements: Container[str]) -> bool:
    """Whether what stands before the words is short enough, and no element of HTML or XML."""
    nick = said["nick"]
    if nick and (nick in elements or (nick.isupper() and nick.lower() in elements)):
        return False
    return len(nick or said["speaker"]) <= _LONGEST_LABEL


def _speakers(lines: Sequence[_Line]) -> frozenset[str]:
    """Return the labels that are speakers, or nothing where this is no conversation."""
    labelled = [line for line in lines if _may_speak(line.speaker)]
    roles = [line for line in labelled if role_called(line.speaker)]
    parts = {role_called(line.speaker) for line in roles}
    if {Role.USER, Role.ASSISTANT} <= parts and lines[0] is roles[0]:
        return frozenset(line.speaker for line in roles)  # "Result:" in an answer is its text
    turns = Counter(line.speaker for line in labelled)
    stamped = all(line.stamp for line in labelled)
    if len(labelled) < _FEW or (len(labelled) == _FEW and not stamped):
        return frozenset(turns) if _are_few(lines, labelled) else frozenset()
    talk = _opens_soon(lines, labelled) and _converses(lines, labelled, turns)
    return frozenset(turns) if talk else frozenset()


def _may_speak(label: str) -> bool:
    parts = label.split()
    if not parts or _FIELDS.intersection((parts[0].casefold(), parts[-1].casefold())):
        return False
    return not any(part.islower() and part not in _PARTICLES for part in parts[1:])


def _are_few(lines: Sequence[_Line], labelled: Sequence[_Line]) -> bool:
    """Whether a line or two are somebody's words: then only names, and how they speak, can tell."""
    if not labelled or lines[0] is not labelled[0] or len(lines) > _FEW_LINES:
        return False
    said = [_words_of(line) for line in labelled]
    spoken = [_VOICE.search(one) is not None for one in said]
    if not all(voice or " " in one for voice, one in zip(spoken, said, strict=True)):
        return False
    if all(_is_called(line.speaker) for line in labelled):
        return all(spoken) if len(lines) > len(labelled) else True
    return any(spoken) and all(_may_be_called(line.speaker) for line in labelled)


def _words_of(line: _Line) -> str:
    return line.text.partition(line.speaker)[2].strip(" >:*_\uff1a")


def _is_called(label: str) -> bool:
    """Whether a label is a person's name, or that of a part in a talk with a model."""
    first = _bare(label).split(" ")[0]
    if first in words("given_names") | words("titles"):
        return True
    return first in words("ambiguous_names") | words("nicknames") or first in _PARTS


def _may_be_called(label: str) -> bool:
    """Whether a label can be a name: no common word, no place, nothing that never is one."""
    if not label[0].isupper() and label[0] != "@":
        return False
    parts = _bare(label).split(" ")
    if kind_of(label):
        return False
    barred = words("places") | words("never_names") | words("technical_words")
    return not any(part in barred or is_common(part) for part in parts)


def _bare(label: str) -> str:
    return fold_letters(label.removeprefix("@")).replace(".", "")


def _opens_soon(lines: Sequence[_Line], labelled: Sequence[_Line]) -> bool:
    """Whether at most a title precedes the first turn, and a title only where many turns follow."""
    before = lines.index(labelled[0])
    return before == 0 or (before <= _MAX_HEADER and len(labelled) >= 4)


def _converses(lines: Sequence[_Line], labelled: Sequence[_Line], turns: Mapping[str, int]) -> bool:
    """Weigh whether labels are people taking turns: they come again, have times, or say "you"."""
    stamped = sum(bool(line.stamp) for line in labelled)
    bracketed = all(line.bracketed for line in labelled) and len(turns) < len(labelled)
    if len(labelled) == len(lines) and (bracketed or all(map(_is_called, turns))):
        return True
    if len(turns) < 2 and stamped < len(labelled):
        return False
    if len(labelled) * 3 < len(lines):
        return False
    voices = sum(
        _VOICE.search(line.text.partition(line.speaker)[2]) is not None for line in labelled
    )
    returning = sum(count for count in turns.values() if count > 1)
    named = all(not label[0].islower() for label in turns)
    if stamped == len(labelled):
        return named or voices > 0
    if returning * 2 >= len(labelled):
        return voices * (4 if named else 2) >= len(labelled)
    return named and len(turns) <= 12 and voices * 2 >= len(labelled)


def _header(text: str, start: int, first: int) -> Turn:
    return Turn(text=text[start : _line_start(text, first)].strip())


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _spoken(text: str, line: _Line, stop: int, moment: Moment) -> Turn:
    return Turn(
        text=text[line.start : stop].strip(),
        speaker=spoken_by(line.speaker.removeprefix("@")),
        role=role_called(line.speaker) or Role.USER,
        at=moment(line.stamp) if re.search(r"\d[-./]\d", line.stamp) else None,
    )
