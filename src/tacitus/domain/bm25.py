"""BM25 (Robertson and Zaragoza, 2009): how well a text answers keywords."""

import math
from collections.abc import Iterable, Mapping

K1 = 1.2
"""How soon more of the same term stops counting."""
B = 0.75
"""How far long texts are held back: 0 not at all, 1 in proportion."""


def idf(documents: int, containing: int) -> float:
    """Return a term's weight: `ln(1 + (N - df + 0.5) / (df + 0.5))`, always above 0.

    Args:
        documents: N, how many texts there are.
        containing: df, how many of them hold the term.
    """
    return math.log1p((documents - containing + 0.5) / (containing + 0.5))


def saturation(frequency: int, length: int, average_length: float) -> float:
    """Return what a term's frequency counts: `tf (k1 + 1) / (tf + k1 (1 - b + b |d| / avgdl))`.

    Args:
        frequency: tf, how often the text holds the term.
        length: |d|, terms in the text, repetitions included.
        average_length: avgdl, mean of the lengths of all texts.
    """
    norm = 1 - B + B * (length / average_length if average_length else 0.0)
    return frequency * (K1 + 1) / (frequency + K1 * norm)


def score(
    question: Iterable[str],
    frequencies: Mapping[str, int],
    weights: Mapping[str, float],
    average_length: float,
) -> float:
    """Return the sum of `idf * saturation` over the question's distinct terms; 0 without a match.

    Args:
        frequencies: How often the text holds each of its terms.
        weights: The idf of each term that some text holds.
    """
    length = sum(frequencies.values())
    return sum(
        weights[term] * saturation(frequencies[term], length, average_length)
        for term in dict.fromkeys(question)
        if term in frequencies
    )
