"""Where a text names something, by any form of its name and however that is written."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tacitus.domain.lexicon import words
from tacitus.domain.sentences import Span, sentence_spans
from tacitus.domain.terms import fold_letters
from tacitus.domain.texts import UNSEEN, without_unseen

_EAST = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Scripts that put no blanks between words: each character counts as one."""
_LETTER = rf"(?:(?![{_EAST}])[^\W_]|[\u0300-\u036f])"
_WORD = re.compile(rf"[{_EAST}]|{_LETTER}(?:{_LETTER}|[{UNSEEN}]+(?={_LETTER}))*")
_BETWEEN = re.compile(rf"(?:[^\w]|[{UNSEEN}]+){{0,3}}|_|[^\S\n]*\n[^\S\n]*")
"""What may stand between two words of one name."""
_LABEL = re.compile(r"^[^\S\n]*([^:\n]{1,80}):(?=\s|$)", re.MULTILINE)
"""Who speaks, at the beginning of a line."""

Form = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Called:
    """Something by all its names, and what else is called alike.

    Attributes:
        by_first: The forms that begin with a word, the longest first, each with whether it means
            the thing: a longer name of another that holds one of its own means the other.
        names: Its own, folded.
    """

    by_first: Mapping[str, Sequence[tuple[Form, bool]]]
    names: tuple[str, ...]

    @classmethod
    def by(cls, forms: Iterable[str], others: Iterable[str] = ()) -> "Called":
        """Return it by its names; those that others have too do not tell it, and are left out."""
        foreign = {form for other in others if (form := split(other))}
        own = {form for one in forms if (form := split(one)) and not _tells_nothing(form)} - foreign
        by_first: defaultdict[str, list[tuple[Form, bool]]] = defaultdict(list)
        for form in own:
            by_first[form[0]].append((form, True))
        for form in foreign:
            if any(_holds(form, one) for one in own):
                by_first[form[0]].append((form, False))
        known = {first: sorted(forms, key=_longest) for first, forms in by_first.items()}
        return cls(known, tuple(sorted(" ".join(form) for form in own)))

    def spans(self, text: str) -> list[Span]:
        """Return where a text names it, in order."""
        if not self.by_first or not self._may_name(text):
            return []
        places = [match.span() for match in _WORD.finditer(text)]
        folded = [_fold(text[start:stop]) for start, stop in places]
        found: list[Span] = []
        at = 0
        while at < len(folded):
            form, means = self._at(text, places, folded, at)
            if means:
                found.append((places[at][0], places[at + len(form) - 1][1]))
            at += max(len(form), 1)
        return found

    def within(self, text: str) -> bool:
        """Whether a text names it."""
        return bool(self.spans(text))

    def sentences(self, text: str) -> list[Span]:
        """Return the sentences that name it, and all that it says itself, in order."""
        named = self.spans(text)
        if not named:
            return []
        whole = [
            span
            for span in sentence_spans(text)
            if any(span[0] < stop and start < span[1] for start, stop in named)
        ]
        labels = list(_LABEL.finditer(text))
        starts = [*(one.start() for one in labels), len(text)]
        said = [
            (label.start(), end)
            for label, end in zip(labels, starts[1:], strict=True)
            if any(label.start(1) <= start and stop <= label.end(1) for start, stop in named)
        ]
        return sorted([*_by_lines(text, whole, named), *said])

    def _may_name(self, text: str) -> bool:
        """Whether it is worth while to look: most texts hold none of its words."""
        plain = text.lower() if text.isascii() else _fold(text)
        return any(first in plain for first in self.by_first)

    def _at(
        self, text: str, places: Sequence[Span], folded: Sequence[str], at: int
    ) -> tuple[Form, bool]:
        for form, means in self.by_first.get(folded[at], ()):
            if tuple(folded[at : at + len(form)]) != form:
                continue
            gaps = range(at, at + len(form) - 1)
            if not all(_BETWEEN.fullmatch(text, places[i][1], places[i + 1][0]) for i in gaps):
                continue
            if len(form) == 1 and _is_word(form[0]) and not text[places[at][0]].isupper():
                continue
            return form, means
        return (), False


def split(name: str) -> Form:
    """Return the words of a name as they are compared."""
    return tuple(_fold(word) for word in _WORD.findall(name))


def _fold(text: str) -> str:
    return fold_letters(without_unseen(text))


def _by_lines(text: str, sentences: Iterable[Span], named: Sequence[Span]) -> list[Span]:
    """Cut sentences at the ends of lines: a transcript's turns need not end with a stop."""
    cut: list[Span] = []
    for start, stop in sentences:
        at = start
        for line in text[start:stop].splitlines(keepends=True):
            end = at + len(line)
            if any(at < last and first < end for first, last in named):
                cut.append((at, end))
            at = end
    return cut


def _holds(form: Form, part: Form) -> bool:
    size = len(part)
    return len(form) > size and any(
        form[at : at + size] == part for at in range(len(form) - size + 1)
    )


def _tells_nothing(form: Form) -> bool:
    return len(form) == 1 and (
        form[0] in words("never_names") or form[0] in words("function_words")
    )


def _is_word(word: str) -> bool:
    return word in words("ambiguous_names")


def _longest(known: tuple[Form, bool]) -> tuple[int, Form]:
    return -len(known[0]), known[0]
