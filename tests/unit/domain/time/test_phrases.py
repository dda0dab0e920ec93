"""What each phrase of the tables means, from the day and the zone it is said in."""

from tacitus.domain.time import find_time_expressions
from tests.tables import table
from tests.unit.domain.time.cases import Case, read_cases

DISTANCES = read_cases("english_relative")
WEEKDAYS = read_cases("english_weekends")
CALENDAR = read_cases("english_calendar")
COMPOSED = read_cases("english_composed")
FALSE_FRIENDS = read_cases("false_friends")
OTHER_LANGUAGES = read_cases("other_languages")

CASES = [*DISTANCES, *WEEKDAYS, *CALENDAR, *COMPOSED, *FALSE_FRIENDS, *OTHER_LANGUAGES]


def check(case: Case) -> None:
    """The phrase has the one interval of its line, in wall time, or none."""
    found = find_time_expressions(case.phrase, anchor=case.anchor)

    naive = [
        (one.interval.start.replace(tzinfo=None), one.interval.end.replace(tzinfo=None))
        for one in found
    ]
    assert naive == ([case.expected] if case.expected else [])


@table("case", DISTANCES)
def test_a_distance_is_counted_from_the_moment_of_writing(case: Case) -> None:
    check(case)


@table("case", WEEKDAYS)
def test_weekdays_and_weekends_lie_where_the_words_and_the_tense_point(case: Case) -> None:
    check(case)


@table("case", CALENDAR)
def test_dates_months_years_seasons_and_holidays_are_those_of_the_calendar(case: Case) -> None:
    check(case)


@table("case", COMPOSED)
def test_a_phrase_may_stand_beside_inside_or_between_others(case: Case) -> None:
    check(case)


@table("case", FALSE_FRIENDS)
def test_what_only_looks_like_a_time_is_none(case: Case) -> None:
    check(case)


@table("case", OTHER_LANGUAGES)
def test_german_spanish_french_chinese_and_japanese_are_read_alike(case: Case) -> None:
    check(case)


def test_the_tables_hold_more_than_500_cases_none_of_them_twice() -> None:
    assert len({(case.phrase, case.anchor.isoformat()) for case in CASES}) == len(CASES) > 500


def test_an_interval_stays_in_the_zone_of_the_anchor() -> None:
    for case in CASES:
        for one in find_time_expressions(case.phrase, anchor=case.anchor):
            assert one.interval.start.tzinfo is case.anchor.tzinfo
            assert one.interval.end.tzinfo is case.anchor.tzinfo


def test_a_span_is_where_the_text_stands() -> None:
    for case in CASES:
        for one in find_time_expressions(case.phrase, anchor=case.anchor):
            assert case.phrase[slice(*one.span)] == one.text
