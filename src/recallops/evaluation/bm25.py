"""BM25 over whole reports: what a plain keyword search would have found."""

import re
from collections import Counter
from collections.abc import Mapping
from math import log

K1, B = 1.5, 0.75
_WORD = re.compile(r"\w+")


def ranked(query: str, documents: Mapping[str, str]) -> list[str]:
    """Return the ids of documents, best first; equal ones in the order of their ids."""
    words = {id: _WORD.findall(text.casefold()) for id, text in documents.items()}
    frequency = Counter(word for told in words.values() for word in set(told))
    mean = sum(len(told) for told in words.values()) / max(1, len(words))
    asked = dict.fromkeys(_WORD.findall(query.casefold()))

    def score(told: list[str]) -> float:
        counts = Counter(told)
        length = K1 * (1 - B + B * len(told) / mean) if mean else K1
        return sum(
            _idf(frequency[word], len(words)) * counts[word] * (K1 + 1) / (counts[word] + length)
            for word in asked
        )

    scores = {id: score(told) for id, told in words.items()}
    return sorted(scores, key=lambda id: (-scores[id], id))


def _idf(holding: int, number: int) -> float:
    return log(1 + (number - holding + 0.5) / (holding + 0.5))
