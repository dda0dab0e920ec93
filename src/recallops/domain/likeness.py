"""How alike two statements are; what both have, and in what they differ.

Two statements are one only where all their words and facts are the same. Everything short of that is
at most alike: a number, a version, a region, an identifier or a "not" that differs keeps them apart,
however many words they share.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log, sqrt

from recallops.domain.wording import Facts, Wording, wording_of

LINKED = 0.35
"""Likeness from which two statements are about one thing."""


FEW = 8
"""How many texts it takes to say which words are rare."""


class Comparison(StrEnum):
    """What two statements are to each other."""

    SAME = "same"
    LINKED = "linked"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class Rarity:
    """How much each word tells, by the number of texts that it stands in."""

    weights: Mapping[str, float]
    unseen: float

    def of(self, word: str) -> float:
        return self.weights.get(word, self.unseen)


ALL_ALIKE = Rarity({}, 1.0)


def rarity_in(texts: Iterable[str]) -> Rarity:
    """Weigh words by the texts they stand in: `log((n + 1) / (df + 0.5))`, hardly ever nothing.

    In a few texts what most of them speak of is not common, it is what they are about: there every
    word weighs 1.
    """
    counts: Counter[str] = Counter()
    number = 0
    for text in texts:
        counts.update(set(wording_of(text).words))
        number += 1
    if number < FEW:
        return ALL_ALIKE

    def weight(count: int) -> float:
        return max(0.05, log((number + 1) / (count + 0.5)))

    return Rarity({word: weight(count) for word, count in counts.items()}, weight(0))


def compare(one: str, other: str, rarity: Rarity = ALL_ALIKE) -> Comparison:
    """Say what two statements are to each other."""
    if is_same(one, other):
        return Comparison.SAME
    return Comparison.LINKED if likeness(one, other, rarity) >= LINKED else Comparison.APART


def is_same(one: str, other: str) -> bool:
    """Whether two statements are one: the same words in the same order, and the same facts."""
    return sameness(one) == sameness(other)


def sameness(text: str) -> Hashable:
    """Return what is equal for two statements that are one, and for no others."""
    wording = wording_of(text)
    return wording.facts, wording.words or _folded(text)


def likeness(one: str, other: str, rarity: Rarity = ALL_ALIKE) -> float:
    """Return how alike the words of two texts are, 0 to 1: the cosine of their rarities."""
    mine, theirs = _weights(wording_of(one), rarity), _weights(wording_of(other), rarity)
    shared = sum(mine[word] * theirs[word] for word in mine.keys() & theirs.keys())
    lengths = sqrt(sum(w * w for w in mine.values()) * sum(w * w for w in theirs.values()))
    return shared / lengths if lengths else 0.0


def alike_pairs(
    texts: Sequence[str], rarity: Rarity = ALL_ALIKE, *, floor: float
) -> list[tuple[int, int, float]]:
    """Return the pairs of texts whose likeness is above a floor, by place, most alike first."""
    weights = [_weights(wording_of(text), rarity) for text in texts]
    lengths = [sqrt(sum(w * w for w in one.values())) for one in weights]
    holding: defaultdict[str, list[int]] = defaultdict(list)
    found: list[tuple[int, int, float]] = []
    for place, mine in enumerate(weights):
        products: defaultdict[int, float] = defaultdict(float)
        for word, weight in mine.items():
            for earlier in holding[word]:
                products[earlier] += weight * weights[earlier][word]
            holding[word].append(place)
        for earlier, product in products.items():
            like = product / (lengths[earlier] * lengths[place])
            if like > floor:
                found.append((earlier, place, like))
    return sorted(found, key=lambda pair: (-pair[2], pair[0], pair[1]))


def coverage(asked: str, text: str, rarity: Rarity = ALL_ALIKE) -> float:
    """Return which share of what is asked for stands in a text, 0 to 1, weighed by rarity."""
    wanted, there = set(wording_of(asked).words), set(wording_of(text).words)
    total = sum(rarity.of(word) for word in wanted)
    return sum(rarity.of(word) for word in wanted & there) / total if total else 0.0


def shared_words(one: str, other: str, rarity: Rarity = ALL_ALIKE, *, most: int = 6) -> list[str]:
    """Return the words that two texts have in common, as the first has them, the rarest first."""
    mine, theirs = wording_of(one), wording_of(other)
    common = sorted(set(mine.words) & set(theirs.words), key=lambda word: (-rarity.of(word), word))
    return [mine.shown[word] for word in common[:most]]


def shared_facts(one: Facts, other: Facts) -> Iterator[str]:
    """Yield what both name: "region eu-west-1"."""
    for (name, mine), (_, theirs) in zip(one.named(), other.named(), strict=True):
        for fact in sorted(mine & theirs):
            yield f"{name} {fact}"


def differing_facts(one: Facts, other: Facts) -> Iterator[str]:
    """Yield in what they differ where both name one: "region: eu-west-1 / us-east-1"."""
    for (name, mine), (_, theirs) in zip(one.named(), other.named(), strict=True):
        if mine and theirs and mine != theirs:
            yield f"{name}: {_listed(mine - theirs)} / {_listed(theirs - mine)}"
    if one.negations % 2 != other.negations % 2:
        yield "one says that it is not so"


def _listed(facts: frozenset[str]) -> str:
    return ", ".join(sorted(facts)[:4]) or "–"


def _weights(wording: Wording, rarity: Rarity) -> dict[str, float]:
    return {word: rarity.of(word) for word in wording.words}


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
