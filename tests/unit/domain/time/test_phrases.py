"""What each phrase of the tables means, from the day and the zone it is said in."""

from tacitus.domain.time import find_time_expressions
from tests.tables import table
from tests.unit.domain.time.cases import Case, read_cases

TABLES = [
    "english_relative",
    "english_weekends",
    "english_calendar",
    "english_composed",
    "false_friends",
    "other_languages",
]
CASES = [case for table in TABLES for case in read_cases(table)]


@table("case", CASES)
def test_a_phrase_means_this_interval(case: Case) -> None:
    found = find_time_expressions(case.phrase, anchor=case.anchor)

    naive = [
        (one.interval.start.replace(tzinfo=None), one.interval.end.replace(tzinfo=None))
        for one in found
    ]
    assert naive == ([case.expected] if case.expected else [])


def test_an_interval_stays_in_the_zone_of_the_anchor() -> None:
    for case in CASES:
        for one in find_time_expressions(case.phrase, anchor=case.anchor):
            assert one.interval.start.tzinfo is case.anchor.tzinfo
            assert one.interval.end.tzinfo is case.anchor.tzinfo


def test_a_span_is_where_the_text_stands() -> None:
    for case in CASES:
        for one in find_time_expressions(case.phrase, anchor=case.anchor):
            assert case.phrase[slice(*one.span)] == one.text
