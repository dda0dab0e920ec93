"""When things happened, and how soon they are known."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from tacitus.domain.memories import Dating, Memory
from tacitus.domain.time import Interval
from tests.acceptance.faults.banks import Bank, on


async def dated(bank: Bank, text: str, at: datetime | None) -> Memory:
    await bank.retain(text, at)
    [memory] = await bank.memories()
    return memory


def days(first: datetime, count: int) -> Interval:
    return Interval(first, first + timedelta(days=count))


@pytest.mark.parametrize("weekday", range(7))
async def test_last_weekend_is_the_one_before_this_week_on_every_day_of_it(
    bank: Bank, weekday: int
) -> None:
    monday = on(2024, 5, 6)

    memory = await dated(
        bank, "Last weekend the choir sang in Delft.", monday + timedelta(days=weekday)
    )

    assert memory.occurred == days(on(2024, 5, 4, 0), 2)


@pytest.mark.parametrize(
    "text",
    [
        "We do the dishes and they dry them.",
        "You may keep the ladder.",
        "They march for the forest.",
        "Give me a second, the sun is out.",
        "April painted the fence.",
        "The soup may fall on the mat.",
        "I saw the sat nav and sat down.",
    ],
)
async def test_words_that_only_look_like_dates_date_nothing(bank: Bank, text: str) -> None:
    memory = await dated(bank, text, on(2024, 5, 8))

    assert (memory.dating, memory.occurred) == (
        Dating.MENTION,
        Interval(on(2024, 5, 8), on(2024, 5, 8)),
    )


@pytest.mark.parametrize(
    ("offset", "text", "first"),
    [
        (9, "Yesterday the kiln cracked.", (2024, 5, 7)),
        (9, "Today the kiln cracked.", (2024, 5, 8)),
        (-8, "Yesterday the kiln cracked.", (2024, 5, 7)),
        (5.5, "The kiln will be mended tomorrow.", (2024, 5, 9)),
    ],
)
async def test_days_are_those_of_the_zone_in_which_it_was_said(
    bank: Bank, offset: float, text: str, first: tuple[int, int, int]
) -> None:
    zone = timezone(timedelta(hours=offset))

    memory = await dated(bank, text, datetime(2024, 5, 8, 23, 30, tzinfo=zone))

    assert memory.occurred == days(datetime(*first, tzinfo=zone), 1)


@pytest.mark.parametrize(
    ("text", "occurred"),
    [
        ("Today we launched the ferry.", days(on(1998, 7, 3, 0), 1)),
        ("We launched the ferry last month.", Interval(on(1998, 6, 1, 0), on(1998, 7, 1, 0))),
        ("In 1987 the mill burnt down.", Interval(on(1987, hour=0), on(1988, hour=0))),
        ("The mill reopened in March 1990.", Interval(on(1990, 3, hour=0), on(1990, 4, hour=0))),
        ("Two days ago the bell fell.", days(on(1998, 7, 1, 0), 1)),
    ],
)
async def test_an_old_document_is_read_with_the_eyes_of_its_own_time(
    bank: Bank, text: str, occurred: Interval
) -> None:
    memory = await dated(bank, text, on(1998, 7, 3))

    assert (memory.occurred, memory.dating) == (occurred, Dating.EXACT)
    assert memory.mentioned_at == on(1998, 7, 3)


@pytest.mark.parametrize(
    "text",
    [
        "Last week the roof leaked.",
        "The auditors came yesterday.",
        "We fly to Bergen in three days.",
        "Gestern war der Markt voll.",
        "上周我们搬家了。",
    ],
)
async def test_a_relative_date_in_an_undated_text_is_marked_and_not_guessed(
    bank: Bank, text: str
) -> None:
    memory = await dated(bank, text, None)

    assert (memory.occurred, memory.dating) == (None, Dating.UNDATED_RELATIVE)


async def test_a_full_date_needs_no_time_of_the_document(bank: Bank) -> None:
    memory = await dated(bank, "The roof leaked on 3 May 2021.", None)

    assert memory.occurred == days(datetime(2021, 5, 3, tzinfo=UTC), 1)


JUST_SAID = {
    "a word": ("The spare key hangs behind the barometer.", "barometer"),
    "a meaning": ("My daughter started kindergarten.", "When did the child go to preschool?"),
    "a number": ("The locker code is 7731.", "What is the locker code?"),
    "chinese": ("备用钥匙挂在气压计后面。", "钥匙在哪里？"),
}


@pytest.mark.parametrize(("said", "asked"), JUST_SAID.values(), ids=JUST_SAID)
async def test_what_was_just_said_is_found_before_any_background_work(
    knowing_bank: Bank, said: str, asked: str
) -> None:
    await knowing_bank.retain("The ferry to Elba leaves at nine.")
    await knowing_bank.retain(said)

    assert (await knowing_bank.found(asked))[0].text == said


@pytest.mark.database
@pytest.mark.parametrize(("said", "asked"), JUST_SAID.values(), ids=JUST_SAID)
async def test_what_was_just_stored_is_found_before_any_background_work(
    stored_bank: Bank, said: str, asked: str
) -> None:
    await stored_bank.retain("The ferry to Elba leaves at nine.")
    await stored_bank.retain(said)

    assert (await stored_bank.found(asked))[0].text == said


async def test_what_stands_under_a_heading_that_is_a_day_was_said_and_happened_then(
    bank: Bank,
) -> None:
    log = (
        "# Boat log 2026\n\n## 2 July\n\nThe mast came down.\n\n"
        "### Monday, 3 August\n\nYesterday Ida bought a rope.\n\n## Parts\n\nThe mast is of spruce.\n"
    )

    await bank.retain(log, on(2026, 9, 14))

    told = {
        memory.text.splitlines()[-1]: (memory.mentioned_at, memory.occurred)
        for memory in await bank.memories()
    }
    july, august, written = on(2026, 7, 2, 0), on(2026, 8, 3, 0), on(2026, 9, 14)
    assert told == {
        "The mast came down.": (july, days(july, 1)),
        "Yesterday Ida bought a rope.": (august, days(on(2026, 8, 2, 0), 1)),
        "The mast is of spruce.": (written, Interval(written, written)),
    }
