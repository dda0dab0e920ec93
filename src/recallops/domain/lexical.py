"""What a few words find among whole reports: BM25, by the words as they are written and by what they mean.

A title says little, and that in words of its own. As written it tells "bound" from "bounds"; by stems and
synonyms it finds "saturated" for "exhaustion". Either alone misses what the other finds, so both count.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from recallops.domain.wording import wording_of

K1, B = 1.5, 0.75
_WRITTEN = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Field:
    """Texts by one way of reading words: for each word, how often it stands in which text."""

    postings: Mapping[str, Mapping[str, int]]
    lengths: Mapping[str, int]
    mean: float

    def add(self, asked: Iterable[str], scores: dict[str, float]) -> None:
        number = len(self.lengths)
        for word in dict.fromkeys(asked):
            holding = self.postings.get(word, {})
            rare = log(1 + (number - len(holding) + 0.5) / (len(holding) + 0.5))
            for id, count in holding.items():
                length = K1 * (1 - B + B * self.lengths[id] / self.mean)
                scores[id] += rare * count * (K1 + 1) / (count + length)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Whole texts, to be found by a few words."""

    written: _Field
    meant: _Field

    def scores(self, asked: str) -> dict[str, float]:
        """Return how well each text answers; one that holds no word of it is absent."""
        found: defaultdict[str, float] = defaultdict(float)
        self.written.add(_as_written(asked), found)
        self.meant.add(_as_meant(asked), found)
        return dict(found)


def lexicon_of(texts: Mapping[str, str]) -> Lexicon:
    """Take texts in, by their ids."""
    return Lexicon(
        _field({id: _as_written(text) for id, text in texts.items()}),
        _field({id: _as_meant(text) for id, text in texts.items()}),
    )


def _field(texts: Mapping[str, Sequence[str]]) -> _Field:
    postings: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for id, words in texts.items():
        for word, count in Counter(words).items():
            postings[word][id] = count
    lengths = {id: len(words) for id, words in texts.items()}
    return _Field(postings, lengths, max(1.0, sum(lengths.values()) / max(1, len(lengths))))


def _as_written(text: str) -> list[str]:
    return _WRITTEN.findall(text.casefold())


def _as_meant(text: str) -> Sequence[str]:
    return wording_of(text).words
