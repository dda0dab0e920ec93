"""When a question asks about."""

from collections.abc import Callable
from datetime import UTC, datetime

from tacitus.domain.time import (
    Direction,
    EventReference,
    Grain,
    Interval,
    Offset,
    Ordering,
    QuestionTime,
    Relation,
    locate,
    parse_question_time,
)
from tests.cost import seconds
from tests.tables import table

ASKED = datetime(2023, 6, 14, 15, 30, tzinfo=UTC)


def ask(question: str) -> QuestionTime:
    found = parse_question_time(question, asked_at=ASKED)
    assert found is not None
    return found


def days(first: str, stop: str) -> Interval:
    start, end = datetime.fromisoformat(first), datetime.fromisoformat(stop)
    return Interval(start.replace(tzinfo=UTC), end.replace(tzinfo=UTC))


JUNE_2022 = days("2022-06-01", "2022-07-01")


@table(
    "question, direction",
    [
        ("What happened in June 2022?", Direction.DURING),
        ("What happened before June 2022?", Direction.BEFORE),
        ("What happened prior to June 2022?", Direction.BEFORE),
        ("What did she do until June 2022?", Direction.BEFORE),
        ("How many has he won by June 2022?", Direction.BEFORE),
        ("What happened after June 2022?", Direction.AFTER),
        ("What happened later than June 2022?", Direction.AFTER),
        ("What happened around June 2022?", Direction.AROUND),
        ("2022年6月之前住在哪里？", Direction.BEFORE),
        ("2022年6月以后住在哪里？", Direction.AFTER),
    ],
)
def test_the_word_before_an_interval_gives_the_direction(
    question: str, direction: Direction
) -> None:
    found = ask(question)

    assert found.intervals == (JUNE_2022,)
    assert found.direction is direction


def test_since_reaches_to_the_time_of_asking() -> None:
    found = ask("Where has she worked since 2019?")

    assert found.intervals == (Interval(datetime(2019, 1, 1, tzinfo=UTC), ASKED),)
    assert found.direction is Direction.DURING


def test_a_question_may_name_several_intervals() -> None:
    found = ask("Did he earn more in 2019 than in 2021?")

    assert found.intervals == (days("2019-01-01", "2020-01-01"), days("2021-01-01", "2022-01-01"))


@table(
    "question, relation, phrase",
    [
        ("What did we pack before the trip?", Relation.BEFORE, "the trip"),
        ("How did Mel feel after the wedding?", Relation.AFTER, "the wedding"),
        ("Where has he worked since she moved to Berlin?", Relation.SINCE, "she moved to Berlin"),
        ("What did they see during the conference?", Relation.DURING, "the conference"),
        ("What did Bob say when we met at the station?", Relation.DURING, "we met at the station"),
        ("What did they eat while camping?", Relation.DURING, "camping"),
        ("Where did he live until the divorce?", Relation.UNTIL, "the divorce"),
        ("What broke shortly before the launch?", Relation.BEFORE, "the launch"),
        ("Was haben wir vor der Reise gekauft?", Relation.BEFORE, "der Reise gekauft"),
        ("罗晓薇结婚之前住在哪里？", Relation.BEFORE, "罗晓薇结婚"),
    ],
)
def test_an_event_is_named_to_be_looked_up(question: str, relation: Relation, phrase: str) -> None:
    found = ask(question)

    assert found.intervals == ()
    assert found.event == EventReference(relation, phrase)


@table(
    "question, event",
    [
        (
            "What did Bob do two days before the wedding?",
            EventReference(Relation.BEFORE, "the wedding", Offset(2, Grain.DAY)),
        ),
        (
            "What did she read the day after the party?",
            EventReference(Relation.AFTER, "the party", Offset(1, Grain.DAY)),
        ),
        (
            "Where was he a fortnight after the launch?",
            EventReference(Relation.AFTER, "the launch", Offset(2, Grain.WEEK)),
        ),
    ],
)
def test_an_event_may_be_told_by_its_distance(question: str, event: EventReference) -> None:
    assert ask(question).event == event


def test_an_event_and_an_interval_may_stand_together() -> None:
    found = ask("What did Melanie see during their camping trip last year?")

    assert found.event == EventReference(Relation.DURING, "their camping trip")
    assert found.intervals == (days("2022-01-01", "2023-01-01"),)


@table(
    "question",
    [
        "When did Melanie paint a sunrise?",
        "Who is looking after the dog?",
        "What is he named after?",
        "What happened after that?",
        "What did we agree on after all?",
        "What is her first name?",
        "What is your favourite colour?",
        "How do I get to the station?",
        "",
        "???",
    ],
)
def test_a_question_without_time_has_none(question: str) -> None:
    assert parse_question_time(question, asked_at=ASKED) is None


@table(
    "question, ordering",
    [
        ("What was the first book she read?", Ordering.EARLIEST),
        ("What did I originally plan?", Ordering.EARLIEST),
        ("Where did we go the last time?", Ordering.LATEST),
        ("What is the most recent version?", Ordering.LATEST),
        ("Which was the last place they visited?", Ordering.LATEST),
        ("Where does Alice work now?", Ordering.CURRENT),
        ("What book is Jon currently reading?", Ordering.CURRENT),
        ("Does she still live in Rome?", Ordering.CURRENT),
        ("Wo wohnt sie jetzt?", Ordering.CURRENT),
        ("¿Dónde vive ahora?", Ordering.CURRENT),
        ("Où habite-t-elle maintenant ?", Ordering.CURRENT),
        ("巷子现在用什么传动？", Ordering.CURRENT),
        ("第一次见面在哪里？", Ordering.EARLIEST),
    ],
)
def test_words_of_order_say_which_of_several_is_meant(question: str, ordering: Ordering) -> None:
    assert ask(question).ordering is ordering


def test_last_week_asks_for_no_order() -> None:
    assert ask("What did I read last week?").ordering is None


WEDDING = days("2023-05-06", "2023-05-07")


def test_an_offset_is_that_unit_beside_the_event() -> None:
    two_days_before = EventReference(Relation.BEFORE, "the wedding", Offset(2, Grain.DAY))

    assert locate(two_days_before, WEDDING) == (
        days("2023-05-04", "2023-05-05"),
        Direction.DURING,
    )


def test_without_an_offset_the_event_gives_the_bound() -> None:
    before = EventReference(Relation.BEFORE, "the wedding")

    assert locate(before, WEDDING) == (WEDDING, Direction.BEFORE)


def test_since_an_event_reaches_to_the_time_of_asking() -> None:
    since = EventReference(Relation.SINCE, "the wedding")

    assert locate(since, WEDDING, ASKED) == (Interval(WEDDING.start, ASKED), Direction.DURING)


def test_the_time_to_read_a_question_is_bounded_however_long_it_is() -> None:
    def read(repetitions: int) -> Callable[[], object]:
        question = "what did we do before the trip and " * repetitions
        return lambda: parse_question_time(question, asked_at=ASKED)

    long = seconds(read(500 + more) for more in range(3))
    twenty_times_as_long = seconds(read(10_000 + more) for more in range(3))

    assert twenty_times_as_long < 5 * long
