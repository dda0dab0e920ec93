"""Whatever words of time stand side by side, and whenever they are said, nothing breaks."""

import random
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tacitus.domain.time import find_time_expressions, has_relative_time, parse_question_time
from tacitus.domain.time.languages.east_asian import CHINESE, JAPANESE
from tacitus.domain.time.languages.english import ENGLISH
from tacitus.domain.time.languages.german import GERMAN
from tests.tables import table

LANGUAGES = (ENGLISH, GERMAN, CHINESE, JAPANESE)
WORDS = [
    *(word for words in LANGUAGES for word in (*words.near, *words.numbers, *words.units)),
    *(word for words in LANGUAGES for word in (*words.weekdays, *words.months, *words.shifts)),
    *[
        "ago",
        "in",
        "the",
        "of",
        "before",
        "after",
        "from",
        "to",
        "until",
        "since",
        "between",
        "and",
        "on",
        "at",
        "by",
        "1",
        "5",
        "31",
        "99",
        "2019",
    ],
    *[
        "9999",
        "8.5.2023",
        "2023-05-08T10:20Z",
        "3pm",
        "15:30",
        "noon",
        ",",
        "-",
        "'s",
        "'69",
        "90s",
        "Q3",
        "年",
        "月",
        "日",
        "前",
        "后",
    ],
]
ANCHORS = [
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(9999, 12, 31, 23, tzinfo=UTC),
    datetime(2024, 2, 29, tzinfo=ZoneInfo("America/New_York")),
]


@table("anchor", ANCHORS)
def test_a_jumble_of_time_words_is_read_without_error(anchor: datetime) -> None:
    chance = random.Random(anchor.year)  # not the same jumbles from each
    for _ in range(150):
        jumble = " ".join(chance.choice(WORDS) for _ in range(chance.randint(2, 7)))
        for text in (jumble, jumble.title(), jumble.replace(" ", "")):
            for found in find_time_expressions(text, anchor=anchor):
                assert text[slice(*found.span)] == found.text
            parse_question_time(text, asked_at=anchor)
            has_relative_time(text)
