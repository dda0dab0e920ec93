"""Which memories a search may find."""

from dataclasses import replace
from itertools import combinations

from tacitus.domain.filtering import admits, held_at
from tacitus.domain.memories import Network, State
from tacitus.domain.recollection import Filters
from tacitus.domain.tags import TagMatch, tags_match
from tacitus.domain.time import Interval
from tests.builders import NOON, a_memory, day, days
from tests.tables import table

JUNE = Interval(day(2024, 6), day(2024, 7))


@table(
    "match, held, passes",
    [
        (TagMatch.ANY, (), True),
        (TagMatch.ANY, ("a",), True),
        (TagMatch.ANY, ("c",), False),
        (TagMatch.ALL, (), True),
        (TagMatch.ALL, ("a",), False),
        (TagMatch.ALL, ("c", "b", "a"), True),
        (TagMatch.ANY_STRICT, (), False),
        (TagMatch.ANY_STRICT, ("b", "c"), True),
        (TagMatch.ALL_STRICT, (), False),
        (TagMatch.ALL_STRICT, ("a",), False),
        (TagMatch.ALL_STRICT, ("a", "b", "c"), True),
        (TagMatch.EXACT, ("b", "a"), True),
        (TagMatch.EXACT, ("a", "b", "c"), False),
        (TagMatch.EXACT, (), False),
    ],
)
def test_tags_a_and_b_are_asked_for(match: TagMatch, held: tuple[str, ...], passes: bool) -> None:
    assert tags_match(held, ("a", "b"), match) is passes


SETS_OF_TAGS = [tags for many in range(5) for tags in combinations("abcd", many)]


@table("match", TagMatch)
@table("held", SETS_OF_TAGS)
def test_no_tags_asked_for_let_everything_pass(held: tuple[str, ...], match: TagMatch) -> None:
    assert tags_match(held, None, match)
    assert tags_match(held, (), match) is (match is not TagMatch.EXACT or not held)


@table("asked", [tags for tags in SETS_OF_TAGS if tags])
@table("held", SETS_OF_TAGS)
def test_a_strict_match_is_the_plain_one_without_the_untagged(
    held: tuple[str, ...], asked: tuple[str, ...]
) -> None:
    for plain, strict in (
        (TagMatch.ANY, TagMatch.ANY_STRICT),
        (TagMatch.ALL, TagMatch.ALL_STRICT),
    ):
        passes = tags_match(held, asked, plain)
        assert tags_match(held, asked, strict) is (passes and bool(held))


def test_opinions_are_found_only_where_they_are_asked_for() -> None:
    belief = a_memory(network=Network.OPINION)

    assert not admits(Filters(), belief)
    assert admits(Filters(networks=frozenset((Network.OPINION,))), belief)


@table(
    "occurred, passes",
    [
        (days(day(2024, 5, 31)), False),
        (days(day(2024, 5, 31), 1.5), True),
        (Interval(JUNE.start, JUNE.start), True),
        (Interval(JUNE.end, JUNE.end), False),
        (days(JUNE.end), False),
        (Interval(day(2024, 1), day(2025, 1)), True),
        (None, False),
    ],
)
def test_an_occurrence_must_overlap_june(occurred: Interval | None, passes: bool) -> None:
    assert admits(Filters(occurred=JUNE), a_memory(occurred=occurred)) is passes


@table(
    "state, superseded_wanted, passes",
    [
        (State.VALID, False, True),
        (State.SUPERSEDED, True, True),
        (State.SUPERSEDED, False, False),
        (State.INVALIDATED, True, False),
        (State.INVALIDATED, False, False),
    ],
)
def test_now_a_memory_must_still_count(state: State, superseded_wanted: bool, passes: bool) -> None:
    memory = a_memory(state=state, valid_until=NOON if state is State.SUPERSEDED else None)

    assert admits(Filters(superseded=superseded_wanted), memory) is passes


def test_as_of_a_moment_a_memory_had_been_said_and_not_yet_replaced() -> None:
    memory = a_memory(mentioned_at=day(2024, 2), valid_until=day(2024, 6), state=State.SUPERSEDED)

    assert not held_at(memory, day(2024, 1))
    assert held_at(memory, day(2024, 2))
    assert held_at(memory, day(2024, 5))
    assert not held_at(memory, day(2024, 6))
    assert admits(Filters(as_of=day(2024, 5), superseded=False), memory)


def test_a_diary_read_in_today_was_known_when_it_was_written() -> None:
    assert held_at(a_memory(mentioned_at=day(2023, 1), known_at=day(2026, 1)), day(2024, 1))


def test_what_was_wrong_never_held() -> None:
    wrong = replace(a_memory(mentioned_at=day(2023, 1)), state=State.INVALIDATED)

    assert not admits(Filters(as_of=day(2024, 1)), wrong)
