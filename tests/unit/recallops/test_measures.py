"""What is measured is counted right."""

from dataclasses import replace

from recallops.domain.families import families_of
from recallops.evaluation.bm25 import ranked
from recallops.evaluation.measures import (
    Share,
    TwoStatements,
    kept_apart,
    linked,
    merging,
    not_one_cause,
    one_cause,
    only_facts,
    siblings_in_top,
)
from tests.unit.recallops.builders import an_incident

POOL = "The connection pool was exhausted after workers were doubled"


def test_pairs_of_one_cause_and_of_two_are_counted_apart() -> None:
    families = families_of(
        [
            an_incident("A", cause=POOL),
            an_incident("B", cause=POOL),
            an_incident("C", cause="Expired"),
        ]
    )

    assert one_cause(families, [("A", "B"), ("A", "C")]) == Share(1, 2, ("A = C",))
    assert not_one_cause(families, [("A", "B"), ("A", "C")]) == Share(1, 2, ("A ≠ B",))


def test_a_sibling_among_the_first_counts_and_who_has_none_is_not_asked() -> None:
    rankings = {"A": ["X", "B"], "B": ["X", "Y", "Z", "A"], "X": ["A"]}

    assert siblings_in_top(rankings, [("A", "B")], top=3) == Share(1, 2, ("B",))


def test_statements_that_differ_in_a_fact_are_apart_and_paraphrases_linked() -> None:
    pairs = [
        TwoStatements(id="n", one="Raised to 50", other="Raised to 60", same=False),
        TwoStatements(id="p", one="The pool was exhausted", other="It ran out of pool", same=True),
    ]

    assert kept_apart(pairs) == Share(1, 1)
    assert linked(pairs) == Share(1, 1)


def test_incidents_that_say_the_same_are_never_merged_though_a_rule_of_words_would() -> None:
    one = an_incident(symptoms=("Slow", "Slow"))
    figures = merging([one, replace(one, id="INC-2")])

    assert (figures.statements, figures.repeated, figures.across, figures.by_words) == (6, 2, 0, 1)


def test_an_unproven_claim_among_the_facts_is_found() -> None:
    assert only_facts(
        ["It leaked.", "Ann says: it froze"], ["It leaked", "It froze", "It burnt"]
    ) == Share(2, 3, ("It leaked",))


def test_bm25_puts_the_text_with_the_rare_word_first() -> None:
    documents = {"a": "pods fail", "b": "pods and pods and pods", "c": "a zebra in the pods"}

    assert ranked("zebra pods", documents)[0] == "c"
