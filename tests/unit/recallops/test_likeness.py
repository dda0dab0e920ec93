"""Comparing two statements: what is one, what is about one thing, what is apart."""

import pytest

from recallops.domain.likeness import (
    Comparison,
    alike_pairs,
    compare,
    differing_facts,
    is_same,
    likeness,
    rarity_in,
)
from recallops.domain.wording import wording_of
from tests.tables import table

ONE_FACT_APART = [
    (
        "Pool exhausted on payments in eu-west-1",
        "Pool exhausted on payments in us-east-1",
        "region",
    ),
    ("Pods pending in westeurope", "Pods pending in northeurope", "region"),
    ("The US region answers slowly", "The EU region answers slowly", "region"),
    ("Workers were raised from 8 to 32", "Workers were raised from 8 to 64", "number"),
    ("Errors on 34% of requests", "Errors on 97% of requests", "number"),
    ("Services returning 503", "Services returning 504", "number"),
    ("Rollback of v4.18.2 ended it", "Rollback of v4.18.3 ended it", "version"),
    ("Upgraded Traefik to 2.5.1", "Upgraded Traefik to 2.4.9", "version"),
    ("INC-101 database timeout", "INC-102 database timeout", "identifier"),
    ("Node ip-10-0-1-5 is not ready", "Node ip-10-0-1-9 is not ready", "identifier"),
    ("Caused by PR #39821", "Caused by PR #40074", "identifier"),
    ("Host 10.1.2.3 refused connections", "Host 10.1.2.4 refused connections", "identifier"),
    ("The rollback helped", "The rollback did not help", "not so"),
    ("Pods can reach the database", "Pods cannot reach the database", "not so"),
    ("The cache was warm", "The cache was never warm", "not so"),
]


@table("one, other, fact", ONE_FACT_APART)
def test_a_fact_that_differs_keeps_two_statements_apart_and_is_named(
    one: str, other: str, fact: str
) -> None:
    assert not is_same(one, other)
    assert any(
        fact in told for told in differing_facts(wording_of(one).facts, wording_of(other).facts)
    )


@table(
    "one, other",
    [
        ("The pool is exhausted.", "the pool  is exhausted"),
        ("Rolled back the release", "Rollback of the deployment"),
        ("[Everything] is back to normal!", "Everything is back to normal."),
    ],
)
def test_statements_are_one_where_words_and_facts_are_the_same(one: str, other: str) -> None:
    assert compare(one, other) is Comparison.SAME


@table(
    "one, other",
    [
        ("Checkout pool exhaustion, fixed by raising maxPoolSize", "The checkout ran out of pool connections; increasing the limit cured it"),
        ("Certificate of the gateway expired", "The gateway's cert reached its expiry"),
        ("The disk of the primary database is full", "No space left on the primary DB volume"),
        ("Deployment rolled back after latency rose", "We reverted the release because requests became slow"),
    ],
)  # fmt: skip
def test_what_is_said_in_other_words_is_linked_and_never_one(one: str, other: str) -> None:
    assert compare(one, other) is Comparison.LINKED


@table(
    "one, other",
    [
        ("Checkout pool exhausted", "Certificate of the mail gateway expired"),
        ("Kafka consumers lag behind", "Login page shows a blank screen"),
    ],
)
def test_what_is_about_something_else_is_apart(one: str, other: str) -> None:
    assert compare(one, other) is Comparison.APART


def test_the_order_of_words_counts() -> None:
    assert not is_same("The deploy broke the cache", "The cache broke the deploy")


def test_a_word_that_stands_everywhere_tells_little() -> None:
    texts = [
        f"pods {one}" for one in ("fail", "slow", "crash", "wait", "stop", "leak", "hang", "burn")
    ]
    rarity = rarity_in(texts)

    assert rarity.of("pod") == pytest.approx(0.057, abs=0.001)  # log(9 / 8.5)
    assert likeness("pods fail", "pods crash", rarity) < 0.1 < likeness("pods fail", "fail", rarity)


def test_in_a_few_texts_no_word_is_rare_or_common() -> None:
    assert rarity_in(["pods fail", "pods slow"]).of("pod") == rarity_in([]).of("pod") == 1.0


def test_pairs_have_the_likeness_that_two_texts_have_alone() -> None:
    texts = ["pool exhausted by deploy", "deploy exhausted the pool", "expired certificate"]

    assert alike_pairs(texts, floor=0.1) == [(0, 1, pytest.approx(likeness(texts[0], texts[1])))]


def test_a_word_without_an_end_is_taken_apart_in_no_more_than_a_glance() -> None:
    """In the square of its length, each of these would take minutes."""
    for word in ("a-", "1.", "a1-", "db-1-", "us-east-", "no-"):
        assert wording_of(word * 10_000 + " pool-12").facts.identifiers >= {"pool-12"}, word
