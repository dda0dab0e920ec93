"""Step 6 of recall: packing under a budget (Eq. 17)."""

from collections.abc import Sequence
from datetime import timedelta

from tacitus.domain.memories import Dating, Memory, State
from tacitus.domain.recollection import Candidate, Explanation, Verdict
from tacitus.recall.pack import pack, successors_first
from tests.builders import NOON, a_memory, days


def candidates(*memories: Memory, relevance: Sequence[float | None] = ()) -> list[Candidate]:
    known = [*relevance, *[None] * len(memories)]
    return [
        Candidate(memory=memory, score=1 / rank, relevance=known[rank - 1])
        for rank, memory in enumerate(memories, start=1)
    ]


def verdicts(packed: Sequence[Explanation]) -> list[Verdict]:
    return [one.verdict for one in packed]


def test_memories_are_kept_until_the_budget_is_spent() -> None:
    ranked = candidates(a_memory("a", tokens=4), a_memory("b", tokens=6), a_memory("c", tokens=1))

    assert verdicts(pack(ranked, max_tokens=10, floor=0, answerable=0)) == [
        Verdict.KEPT,
        Verdict.KEPT,
        Verdict.TOO_LARGE,
    ]


def test_a_first_hit_that_does_not_fit_is_skipped_and_is_not_the_end() -> None:
    ranked = candidates(a_memory("long", tokens=999), a_memory("short", tokens=5))

    assert verdicts(pack(ranked, max_tokens=10, floor=0, answerable=0)) == [
        Verdict.TOO_LARGE,
        Verdict.KEPT,
    ]


def test_what_is_not_worth_its_tokens_is_left_out() -> None:
    ranked = candidates(
        a_memory("yes", tokens=100),
        a_memory("dear", tokens=60),
        a_memory("cheap", tokens=10),
        relevance=[0.6, 0.3, 0.1],
    )

    # Of all that is relevant, 60 % for 100 + 10 tokens, 30 % for 60 + 10 and 10 % for 10 + 10.
    packed = pack(ranked, max_tokens=1000, floor=0.0045, answerable=0)

    assert verdicts(packed) == [Verdict.KEPT, Verdict.BELOW_FLOOR, Verdict.KEPT]
    assert packed[1].reason == "relevance 0.300 is not worth 60 tokens"


def test_the_best_is_kept_whatever_it_costs() -> None:
    ranked = candidates(a_memory("long", tokens=900), relevance=[0.5])

    assert verdicts(pack(ranked, max_tokens=1000, floor=0.5, answerable=0.1)) == [Verdict.KEPT]


def test_of_many_that_are_all_relevant_none_is_too_dear_for_the_others() -> None:
    listed = [a_memory(f"entry {number}", tokens=10) for number in range(50)]

    packed = pack(
        candidates(*listed, relevance=[0.5] * 50), max_tokens=1000, floor=0.008, answerable=0.1
    )

    # Each is expected to be one 50th of them all; the sum counts as 3 at most: 0.5 / 3 / (10 + 10).
    assert verdicts(packed) == [Verdict.KEPT] * 50


def test_where_nothing_is_relevant_nothing_is_kept() -> None:
    ranked = candidates(a_memory("perhaps"), a_memory("no"), relevance=[0.3, 0.1])

    packed = pack(ranked, max_tokens=100, floor=0, answerable=0.4)

    assert verdicts(packed) == [Verdict.BELOW_FLOOR, Verdict.BELOW_FLOOR]
    assert packed[0].reason == "relevance 0.30 is under 0.40"


def test_a_restatement_of_what_is_kept_is_left_out() -> None:
    ranked = candidates(
        a_memory("Ann: I like green tea.", speaker="Ann"),
        a_memory("Ann: i like green tea", speaker="Ann"),
    )

    assert verdicts(pack(ranked, max_tokens=100, floor=0, answerable=0)) == [
        Verdict.KEPT,
        Verdict.RESTATED,
    ]


def test_memories_that_differ_in_a_number_are_both_kept() -> None:
    ranked = candidates(
        a_memory("The limit is 20 requests."), a_memory("The limit is 30 requests.")
    )

    assert verdicts(pack(ranked, max_tokens=100, floor=0, answerable=0)) == [
        Verdict.KEPT,
        Verdict.KEPT,
    ]


def test_a_successor_takes_the_place_of_what_it_replaced_which_follows_and_says_so() -> None:
    new = a_memory("Alice works at Meta.")
    old = a_memory(
        "Alice works at Google.",
        state=State.SUPERSEDED,
        superseded_by=new.id,
        valid_until=NOON + timedelta(days=1),
    )
    other = a_memory("Alice likes tea.")

    packed = pack(candidates(old, other, new), max_tokens=100, floor=0, answerable=0)

    assert [one.candidate.memory for one in packed] == [new, old, other]
    assert packed[1].reason == f"superseded by {new.id}"


def test_a_chain_of_supersessions_is_told_newest_first() -> None:
    third = a_memory("third")
    second = a_memory("second", state=State.SUPERSEDED, superseded_by=third.id)
    first = a_memory("first", state=State.SUPERSEDED, superseded_by=second.id)

    ordered = successors_first(candidates(first, second, third))

    assert [one.memory for one in ordered] == [third, second, first]


def test_a_superseded_memory_without_its_successor_keeps_its_place() -> None:
    old = a_memory("old", state=State.SUPERSEDED, superseded_by=a_memory().id)
    other = a_memory("other")

    assert [c.memory for c in successors_first(candidates(old, other))] == [old, other]


def test_a_successor_is_as_relevant_as_what_it_replaced() -> None:
    new = a_memory("Alice joined Meta.")
    old = a_memory("Alice works at Google.", state=State.SUPERSEDED, superseded_by=new.id)

    packed = pack(
        candidates(old, new, relevance=[0.8, 0.1]), max_tokens=100, floor=0.01, answerable=0.5
    )

    assert [(one.candidate.memory, one.candidate.relevance) for one in packed] == [
        (new, 0.8),
        (old, 0.8),
    ]


def test_what_is_said_again_on_another_day_is_left_out_unless_it_happened_again() -> None:
    said = a_memory("Ann: I like tea.", speaker="Ann")
    again = a_memory("Ann: I like tea.", speaker="Ann", mentioned_at=NOON + timedelta(days=9))
    ran = a_memory("Ann: I ran.", speaker="Ann", dating=Dating.EXACT, occurred=days(NOON))
    ran_again = a_memory(
        "Ann: I ran.", speaker="Ann", dating=Dating.EXACT, occurred=days(NOON + timedelta(days=9))
    )

    packed = pack(candidates(said, again, ran, ran_again), max_tokens=100, floor=0, answerable=0)

    assert verdicts(packed) == [Verdict.KEPT, Verdict.RESTATED, Verdict.KEPT, Verdict.KEPT]
