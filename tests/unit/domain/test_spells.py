"""Several stretches of time in one sentence."""

from collections.abc import Sequence
from datetime import UTC, datetime

from tacitus.domain.spells import spells_in
from tests.tables import table

SAID = datetime(2024, 10, 4, tzinfo=UTC)


@table(
    "sentence, told",
    [
        (
            "Alex was on Payments from January to March and again from June to August.",
            [
                "Alex was on Payments from January to March.",
                "Alex was on Payments from June to August.",
            ],
        ),
        (
            "I was away May-June, August-September.",
            ["I was away May-June.", "I was away August-September."],
        ),
        (
            "Noor lived in Lisbon in 2016 and again from 2019 to 2021.",
            ["Noor lived in Lisbon in 2016.", "Noor lived in Lisbon from 2019 to 2021."],
        ),
        (
            "The well ran dry in 1911 and again in 1976.",
            ["The well ran dry in 1911.", "The well ran dry in 1976."],
        ),
    ],
)
def test_each_stretch_is_told_of_on_its_own(sentence: str, told: Sequence[str]) -> None:
    assert [words for words, _ in spells_in(sentence, SAID)] == told


@table(
    "sentence",
    [
        "Alex was on Payments from January to March.",
        "We met on Monday and Tuesday.",
        "I was in Rome in May, in Oslo in June.",
        "It is 60 percent from 1 September, Monday to Wednesday.",
        "Nothing is dated here, and nothing again.",
    ],
)
def test_one_stretch_or_a_mere_list_stays_one_sentence(sentence: str) -> None:
    assert spells_in(sentence, SAID) == []


def test_each_has_its_own_interval() -> None:
    [first, second] = spells_in(
        "We rented it from May to June and again from August to October.", SAID
    )

    assert (first[1].start.month, first[1].end.month) == (5, 7)
    assert (second[1].start.month, second[1].end.month) == (8, 11)
