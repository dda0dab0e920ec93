"""What of a draft holds, whoever wrote it."""

from dataclasses import replace

from recallops.analyse.draft import Draft, Said, Supposed
from recallops.domain.analyses import Decision
from recallops.domain.incidents import Confirmed
from tests.unit.recallops.analyse.cases import (
    BIGGER,
    FEWER,
    LASTING,
    POOL,
    POOLED,
    ROUTED,
    a_case,
    analysed,
    lasting,
    ref_of,
    says,
)
from tests.unit.recallops.builders import NOON

CASE = a_case(LASTING, POOLED, ROUTED)
CAUSE = ref_of(CASE, POOL)
FAILED = ref_of(CASE, BIGGER)
OWN = ref_of(CASE, "50 of 50")


def test_a_claim_that_its_evidence_bears_holds_with_its_references() -> None:
    kept = [
        says(CASE, "In INC-1 the connection pool was exhausted", POOL),
        Said(f"The connection pool was exhausted in INC-1 [{CAUSE}]."),
        says(CASE, f"In INC-1 this helped: {FEWER}", FEWER),
        Said("50 of 50 connections are in use", [OWN]),
    ]
    made = analysed(CASE, Draft(known_facts=kept))

    assert [one.reason for one in made.unsupported] == []
    assert [one.references for one in made.known_facts][:2] == [(CAUSE,), (CAUSE,)]
    assert made.known_facts[1].text == "The connection pool was exhausted in INC-1."
    assert all(one.documented for one in made.known_facts)


def test_lies_are_struck_and_shown_with_the_reason() -> None:
    lies = {
        "a reference that does not exist": (Said("The pool was exhausted", ["HM-99"]), "HM-99 does not exist"),
        "no reference": (Said("The pool was exhausted"), "cites nothing"),
        "an incident that is not on record": (Said("The pool was exhausted in INC-777", [CAUSE]), "INC-777"),
        "a number that nothing says": (Said("The connection pool of 4711 was exhausted", [CAUSE]), "4711"),
        "a region that nothing says": (Said("The connection pool in eu-west-1 was exhausted", [CAUSE]), "eu-west-1"),
        "evidence of something else": (Said("A certificate expired at the card processor", [CAUSE]), "something else"),
        "the contrary of the evidence": (Said("The connection pool was not exhausted after workers were doubled", [CAUSE]), "not so"),
        "a fix that failed": (Said("Raising maxPoolSize from 50 to 100 resolved INC-1", [FAILED]), "does not say that it helped"),
        "a fix that was never applied": (Said("Doubled workers fixed the connection pool", [CAUSE]), "done and helped"),
    }  # fmt: skip
    wrong: list[str] = []
    for name, (lie, reason) in lies.items():
        made = analysed(CASE, Draft(known_facts=[lie]))
        if made.known_facts or not any(reason in one.reason for one in made.unsupported):
            wrong.append(f"{name}: {made.known_facts} {made.unsupported}")
    assert wrong == []


def test_an_unknown_reference_is_struck_and_the_claim_stays_where_another_bears_it() -> None:
    made = analysed(CASE, Draft(known_facts=[Said(POOL, [CAUSE, "HM-99"])]))

    assert [one.references for one in made.known_facts] == [(CAUSE,)]
    assert [one.reason for one in made.unsupported] == ["HM-99 does not exist"]


def test_a_cause_is_never_taken_from_a_draft() -> None:
    drafted = Draft(root_cause=Said(POOL, [CAUSE]))
    known = a_case(lasting(root_cause=Confirmed(POOL, "Ann", NOON)), POOLED)

    made = analysed(CASE, drafted)
    assert made.root_cause.text is None
    assert [one.text for one in made.unsupported] == [POOL]
    assert analysed(known, replace(drafted, root_cause=Said(POOL, ["R-1"]))).root_cause.text == POOL


def test_a_hypothesis_needs_support_and_its_confidence_has_bounds() -> None:
    drafted = Draft(
        hypotheses=[
            Supposed("The pool is too small", 7.0, [says(CASE, "INC-1 had an exhausted connection pool", POOL)]),
            Supposed("Cosmic rays", 0.9, [Said("Everybody knows", ["HM-99"])]),
        ]
    )  # fmt: skip
    made = analysed(CASE, drafted)

    assert [(one.text, one.confidence) for one in made.hypotheses] == [
        ("The pool is too small", 0.95)
    ]
    assert any(one.text == "Cosmic rays" for one in made.unsupported)


def test_actions_are_proposals_and_none_is_done_by_itself() -> None:
    by_itself = [
        "Automatically roll back the release",
        "kubectl delete pod checkout-1",
        "The workers have been restarted without approval",
    ]
    proposed = says(CASE, f"Consider what helped in INC-1: {FEWER}", FEWER)
    made = analysed(CASE, Draft(actions=[proposed, *(Said(one) for one in by_itself)]))

    assert [one.decision for one in made.actions] == [Decision.PROPOSED]
    assert [one.text for one in made.unsupported] == by_itself


def test_a_check_may_ask_without_a_reference_and_is_marked_as_not_documented() -> None:
    made = analysed(CASE, Draft(next_checks=[Said("Look at the slow query log")]))

    assert [(one.text, one.documented) for one in made.next_checks] == [
        ("Look at the slow query log", False)
    ]


def test_that_nothing_is_on_record_must_be_true() -> None:
    made = analysed(CASE, Draft(summary=[Said("Nothing like it is on record")]))

    assert any("similar incidents" in one.reason for one in made.unsupported)
