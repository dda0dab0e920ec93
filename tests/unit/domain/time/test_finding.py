"""Finding expressions in a text, with and without an anchor."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

from tacitus.domain.time import Grain, TimeExpression, find_time_expressions, has_relative_time
from tests.cost import grows_with_the_text, seconds
from tests.tables import table

ANCHOR = datetime(2023, 6, 14, 15, 30, tzinfo=UTC)


def texts(text: str, anchor: datetime | None = ANCHOR) -> list[str]:
    return [one.text for one in find_time_expressions(text, anchor=anchor)]


def test_expressions_come_in_the_order_of_the_text() -> None:
    text = "In 2019 we met, last week we married, and tomorrow we fly."

    assert texts(text) == ["2019", "last week", "tomorrow"]


def test_the_longest_reading_wins() -> None:
    assert texts("We met on the Sunday before 25 May 2023.") == ["the Sunday before 25 May 2023"]


@table(
    "text, grain",
    [
        ("at 3:30 pm yesterday", Grain.INSTANT),
        ("at 3 pm yesterday", Grain.HOUR),
        ("yesterday evening", Grain.PART_OF_DAY),
        ("yesterday", Grain.DAY),
        ("last weekend", Grain.WEEKEND),
        ("last week", Grain.WEEK),
        ("last month", Grain.MONTH),
        ("last quarter", Grain.QUARTER),
        ("last summer", Grain.SEASON),
        ("last year", Grain.YEAR),
        ("in the 90s", Grain.DECADE),
        ("between March and June", Grain.RANGE),
    ],
)
def test_the_grain_says_how_finely_time_is_told(text: str, grain: Grain) -> None:
    [found] = find_time_expressions(text, anchor=ANCHOR)

    assert found.grain is grain


def test_one_moment_is_on_two_days_in_two_zones() -> None:
    late = datetime(2023, 6, 14, 23, 30, tzinfo=UTC)
    [here] = find_time_expressions("It rained today.", anchor=late)
    [there] = find_time_expressions(
        "It rained today.", anchor=late.astimezone(ZoneInfo("Asia/Tokyo"))
    )

    assert (here.interval.start.day, there.interval.start.day) == (14, 15)


def test_a_year_alone_is_the_whole_year() -> None:
    [found] = find_time_expressions("She moved in 2019.", anchor=ANCHOR)

    assert found.interval.duration == timedelta(days=365)


def test_without_an_anchor_absolute_expressions_are_read_in_utc() -> None:
    [found] = find_time_expressions("She moved on 8 May 2023, last week.", anchor=None)

    assert found.text == "8 May 2023"
    assert found.interval.start == datetime(2023, 5, 8, tzinfo=UTC)


def test_without_an_anchor_an_open_end_is_the_time_it_starts_from() -> None:
    [found] = find_time_expressions("She has lived there since 2019.", anchor=None)

    assert found.interval.end == datetime(2020, 1, 1, tzinfo=UTC)


@table(
    "text",
    ["We met last week.", "See you tomorrow!", "On Friday we met.", "In June we met.", "昨天去了"],
)
def test_a_text_that_needs_the_day_of_writing_says_so(text: str) -> None:
    assert has_relative_time(text)
    assert texts(text, anchor=None) == []


@table(
    "text",
    ["We met on 8 May 2023.", "In 2019 we met.", "In the 90s we met.", "You may go.", "Hello."],
)
def test_a_text_without_relative_time_says_so(text: str) -> None:
    assert not has_relative_time(text)


def test_letters_that_change_length_in_lower_case_do_not_shift_spans() -> None:
    text = "İstanbul, İzmir: we left yesterday."
    [found] = find_time_expressions(text, anchor=ANCHOR)

    assert text[slice(*found.span)] == "yesterday"


def test_curly_quotes_and_long_dashes_are_read() -> None:
    text = "I'll be at Mother\u2019s Day 2023, May 3\u20135, 2024."

    assert texts(text) == ["Mother\u2019s Day 2023", "May 3\u20135, 2024"]


def test_impossible_numbers_are_no_time() -> None:
    assert texts("It was 9999 years ago, on 2023-13-45.") == []


WORD = re.compile(r"\w+")
SECONDS = count()
PLAIN = "I really love how the painting turned out, and the kids were so proud of all their work."
TURN = (
    "Hey! We went camping two weekends ago with the kids, and it was great to unplug. "
    "Next month I'm having an art show, so wish me luck."
)


def least_seconds(read: Callable[[str, datetime], object], text: str) -> float:
    """Processor time of twenty readings, from moments that no cache has seen."""

    def each_second() -> None:
        for _ in range(20):
            read(text, ANCHOR + timedelta(seconds=next(SECONDS)))

    return seconds(each_second for _ in range(5))


def words(text: str, _: datetime) -> list[str]:
    return WORD.findall(text)


def expressions(text: str, anchor: datetime) -> list[TimeExpression]:
    return find_time_expressions(text, anchor=anchor)


def test_a_text_without_a_time_word_costs_little_more_than_looking_for_its_words() -> None:
    assert least_seconds(expressions, PLAIN) < 6 * least_seconds(words, PLAIN)


def test_a_typical_turn_costs_less_than_seventy_times_looking_for_its_words() -> None:
    assert least_seconds(expressions, TURN) < 70 * least_seconds(words, TURN)


@table(
    "piece",
    [
        "last ", "1", "2023-", "in the ", " ", "may ", "the first week of ", "between ", "12:", "8.5.",
        "monday ", "june 3 to ", "一", "昨", "two or ", "2019-", "the day after ",
    ],
)  # fmt: skip
def test_the_cost_of_a_repeated_piece_grows_with_its_length_and_no_faster(piece: str) -> None:
    assert grows_with_the_text(lambda text: texts(text), piece, length=8_000)
