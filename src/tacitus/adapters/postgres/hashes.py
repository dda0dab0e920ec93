"""Keyword terms as numbers: what the index of `memory_terms` holds."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TypedDict

from tacitus.domain.ids import BankId

SPACE = 10**9
"""As many dimensions as a `sparsevec` may have."""


class Terms(TypedDict):
    """The columns of `memory_terms` for the terms of a memory: all of them, and how often each."""

    length: int
    terms: list[int]
    once: str
    twice: str | None
    often: list[int] | None
    often_counts: list[int] | None


def hashed(terms: Iterable[str], bank: BankId) -> list[int]:
    """Return the number of each term in a bank, in order.

    Salted with the bank, so that the terms of all banks spread over one index. Two terms of a bank
    meet with a chance of one in 10^9: a vocabulary of 30,000 words has about one pair in two banks.
    """
    salt = bank.bytes
    return [_number(salt, term) for term in terms]


@lru_cache(maxsize=32_768)
def _number(salt: bytes, term: str) -> int:
    """Return the number of a term; cached, since texts share most of their words."""
    told = blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8, key=salt)
    return int.from_bytes(told.digest()) % SPACE


def sparse(weights: Mapping[int, float]) -> str:
    """Return the text form of a `sparsevec`, whose indices count from 1."""
    inner = ",".join(f"{term + 1}:{weight}" for term, weight in sorted(weights.items()))
    return f"{{{inner}}}/{SPACE}"


def counted(terms: Sequence[str], bank: BankId) -> Terms:
    """Return the columns of `memory_terms` for a memory's terms."""
    counts = Counter(hashed(terms, bank))
    often = {term: count for term, count in counts.items() if count > 2}
    twice = {term: 1.0 for term, count in counts.items() if count == 2}
    return {
        "length": len(terms),
        "terms": sorted(counts),
        "once": sparse({term: 1.0 for term, count in counts.items() if count == 1}),
        "twice": sparse(twice) if twice else None,
        "often": list(often) or None,
        "often_counts": list(often.values()) or None,
    }
