"""An embedder without a model: same words, near vectors. For tests and trials."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from tacitus.domain.terms import terms
from tacitus.domain.vectors import Vector

DIMENSION = 384
TRIGRAM_WEIGHT = 0.3
"""Of a term's three letters beside the term itself: lets "colour" meet "color"."""


class HashEmbedder:
    """Signed feature hashing of word stems and their trigrams (Weinberger et al., ICML 2009).

    Knows words, not meanings. Equal texts have equal vectors in every process.
    """

    @property
    def name(self) -> str:
        return f"hash-{DIMENSION}"

    @property
    def dimension(self) -> int:
        return DIMENSION

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [_embed(text) for text in texts]


def _embed(text: str) -> Vector:
    """Sum the features; a text without any gets an axis of its own, as a length of 1 is promised."""
    vector = np.zeros(DIMENSION, np.float32)
    for feature, weight in _features(text):
        place, sign = _place(feature)
        vector[place] += sign * weight
    length = float(np.linalg.norm(vector))
    if length == 0.0:
        vector[0] = 1.0
        return vector
    return vector / np.float32(length)


def _features(text: str) -> Iterator[tuple[str, float]]:
    for term in terms(text):
        yield term, 1.0
        edged = f"^{term}$"
        for start in range(len(edged) - 2):
            yield f"3:{edged[start : start + 3]}", TRIGRAM_WEIGHT


@lru_cache(maxsize=65_536)
def _place(feature: str) -> tuple[int, float]:
    digest = int.from_bytes(blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest())
    return (digest >> 1) % DIMENSION, 1.0 if digest & 1 else -1.0
