"""Where the words of a turn are cut into memories: at sentences, none too long."""

import re
from collections.abc import Collection, Iterator

from tacitus.domain.documents import Turn
from tacitus.domain.fences import Fence, fences_in
from tacitus.domain.sentences import Span, packed, sentence_spans
from tacitus.domain.spells import spells_in
from tacitus.domain.statements import stated

MEMORY_CHARACTERS = 480
"""A turn up to this long is one memory, unless some of it has to stand apart."""

_HANDED_BACK = re.compile(
    r"<(?P<tag>[\w-]*memor(?:y|ies)[\w-]*)\b[^>]*>.*?(?:</(?P=tag)>|\Z)"
    r"|^[#* \t]*(?:[\w-]+ ){0,3}memor(?:y|ies)\b[^\n]{0,40}:[* \t]*(?:\n[ \t]*(?:[-*•]|\d+[.)])[^\n]*)+",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
"""Memories that were handed to a model with the question: they are here already."""
_HYPOTHETICAL = re.compile(
    r"(?:(?:so|and|but|well|hm+|ok|okay|hey|oh),? )?(?:what if|suppose|supposing|imagine (?:if|that|we|you|i)"
    r"|let's (?:say|pretend|assume|imagine|suppose)|hypothetically|what would happen if)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“„«]([^\"”“»]{12,})[\"”“»]")
_ITEM_OF_SOMEBODY = re.compile(r"\s*[-*•>]\s*[\"*]{0,2}[^\W\d_][\w .'-]{0,40}:\s")
_SPEECH = 5
_CHATTER = 3
"""A sentence of so few words that states nothing belongs to the next one."""
_HEADING = re.compile(r"#{1,6}\s")
_ROW = re.compile(r"(?:[-*+•>|]|\d+[.)])\s")
_STOPS = ".!?…。！？\"'”’)]」』"
_UNNAMED = frozenset({"i", "we", "you", "it", "the", "this", "that"})


def cut(turn: Turn, apart: Collection[Span] = ()) -> list[Span]:
    """Return the spans of the memories in the words of a turn, in order.

    Fenced code, memories handed back and mere hypotheses become none. A sentence that states a
    state, tells of several stretches of time, or quotes stands apart: joined to others it could not
    be superseded, dated or recognised. In a text by nobody each paragraph does.

    Args:
        apart: Sentences that have to stand apart for other reasons.
    """
    text = turn.text
    spans = [
        span
        for run in _runs(text)
        for group in _grouped(run, turn, apart)
        for span in packed(text, group, MEMORY_CHARACTERS)
    ]
    return [span for span in spans if any(map(str.isalnum, text[slice(*span)]))]


def introduced(text: str) -> dict[Span, Fence]:
    """Return the short code in a text by the sentence right before it, which says what it is for."""
    found: dict[Span, Fence] = {}
    runs = list(_runs(text)) if "```" in text or "~~~" in text else []
    for fence in fences_in(text) if runs else []:
        before = next((run[-1] for run in reversed(runs) if run[-1][1] <= fence.span[0]), None)
        code = text[slice(*fence.body)].strip()
        if not before or not code or len(code) > MEMORY_CHARACTERS:
            continue
        if not text[before[1] : fence.span[0]].strip():
            found[before] = fence
    return found


def sentences_of(text: str) -> list[Span]:
    """Return the spans of the sentences that may become memories."""
    return [span for run in _runs(text) for span in run]


def _runs(text: str) -> Iterator[list[Span]]:
    """Yield sentences that follow one another, with nothing left out between them."""
    for start, stop in _prose(text):
        run: list[Span] = []
        for a, b in sentence_spans(text[start:stop]):
            if not _HYPOTHETICAL.match(text, start + a, start + b):
                run.append((start + a, start + b))
            elif run:
                yield run
                run = []
        if run:
            yield run


def _prose(text: str) -> Iterator[Span]:
    fenced = [fence.span for fence in fences_in(text)]
    handed = [match.span() for match in _HANDED_BACK.finditer(text)]
    at = 0
    for start, stop in sorted([*fenced, *handed]):
        if at < start:
            yield at, start
        at = max(at, stop)
    yield at, len(text)


def _grouped(run: list[Span], turn: Turn, apart: Collection[Span]) -> list[list[Span]]:
    """Group the sentences that may be one memory; chatter goes with what follows it."""
    if len(run) == 1:
        return [run]
    groups: list[list[Span]] = []
    waiting: list[Span] = []
    grows = False
    for before, span in zip([run[0], *run], run, strict=False):
        words = turn.text[slice(*span)]
        if grows and not turn.speaker and _begins(turn.text, before, span):
            groups[-1].extend(waiting)
            waiting, grows = [], False
        alone = span in apart or _stands_apart(words, turn)
        if not alone and _is_chatter(words):
            waiting.append(span)
            continue
        if alone or not grows:
            groups.append([])
        groups[-1].extend([*waiting, span])
        waiting, grows = [], not alone
    if not groups:
        return [waiting]
    groups[-1].extend(waiting)
    return groups


def _begins(text: str, before: Span, span: Span) -> bool:
    """Whether a paragraph or a section begins that the sentence before does not lead up to."""
    leading = text[slice(*before)]
    if _HEADING.match(leading):
        return False
    if _HEADING.match(text, span[0]):
        return True
    ended = bool(_ROW.match(leading)) or leading[-1] in _STOPS
    return ended and text.count("\n", before[1], span[0]) > 1


def _is_chatter(words: str) -> bool:
    return words.endswith(("?", "\uff1f")) or (len(words.split()) <= _CHATTER and words.isascii())


def _stands_apart(words: str, turn: Turn) -> bool:
    if any(_is_speech(quoted[1]) for quoted in _QUOTED.finditer(words)):
        return True
    if turn.speaker and _ITEM_OF_SOMEBODY.match(words):
        return True
    if spells_in(words, turn.at):
        return True
    state = stated(words, turn.speaker or None)
    if state is None or state.relation is None or state.extra:
        return False
    # Whose "we" it is in prose by nobody, only what stands beside it tells.
    return bool(turn.speaker) or state.subject not in _UNNAMED


def _is_speech(quoted: str) -> bool:
    """Whether quotation marks hold a sentence, not a title."""
    parts = quoted.split()
    return len(parts) >= _SPEECH and sum(part[0].islower() for part in parts) * 2 >= len(parts)
