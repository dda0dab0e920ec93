"""Facts that change: what holds now, what held then."""

from collections.abc import Sequence
from datetime import datetime

import pytest

from tacitus.domain.documents import Turn
from tacitus.domain.memories import Dating, State
from tacitus.domain.time import Interval
from tests.acceptance.faults.banks import Bank, on, turns

CHANGES = {
    "employer": (
        "Noor works at Siemens",
        "Noor left Siemens and works at Bosch",
        "Where does Noor work now?",
        ("Siemens", "Bosch"),
    ),
    "home": (
        "Ivo: I live in Graz.",
        "Ivo: I moved to Leeds last week.",
        "Where does Ivo live now?",
        ("Graz", "Leeds"),
    ),
    "tool": (
        "Our CI is Jenkins.",
        "We switched our CI from Jenkins to Buildkite.",
        "Which CI do we use?",
        ("Jenkins", "Buildkite"),
    ),
    "office": (
        "The CTO of Frolic is Ann Lee.",
        "The CTO of Frolic is Bo Chen now.",
        "Who is the CTO of Frolic?",
        ("Ann Lee", "Bo Chen"),
    ),
    "number": (
        "The checkout timeout is 30 seconds.",
        "The checkout timeout was raised from 30 to 60 seconds.",
        "What is the checkout timeout?",
        ("is 30", "60"),
    ),
    "favourite": (
        "Ivo: My favourite tea is Assam.",
        "Ivo: My favourite tea is Sencha these days.",
        "What is Ivo's favourite tea?",
        ("Assam", "Sencha"),
    ),
    "successor": (
        "Ann Lee is the CEO of Frolic.",
        "Bo Chen replaced Ann Lee as CEO of Frolic.",
        "Who is the CEO of Frolic?",
        ("Ann Lee is", "Bo Chen"),
    ),
    "version": (
        "The build server runs Ubuntu 20.04.",
        "The build server runs Ubuntu 24.04 now.",
        "Which Ubuntu does the build server run?",
        ("20.04", "24.04"),
    ),
    "amid other talk": (
        "Ivo: I had a dull week. I work at Kone. Did you water the fig?",
        "Ivo: The fig died, sorry. I work at Schindler now. The canteen alone is worth it.",
        "Where does Ivo work?",
        ("Kone", "Schindler"),
    ),
}


def content(text: str) -> str | tuple[Turn, ...]:
    """Read "Ivo: words" as a turn, and anything else as prose."""
    return turns(text) if text.startswith("Ivo: ") else text


@pytest.mark.parametrize(("old", "new", "question", "values"), CHANGES.values(), ids=CHANGES)
async def test_a_changed_fact_is_recalled_as_it_is_now_and_as_it_was_then(
    knowing_bank: Bank, old: str, new: str, question: str, values: tuple[str, str]
) -> None:
    await knowing_bank.retain(content(old), on(2023, 3))
    await knowing_bank.retain(content(new), on(2025, 3))

    now = await knowing_bank.found(question)
    then = await knowing_bank.found(question, as_of=on(2024))

    assert values[1] in now[0].text
    assert [memory.state for memory in now if values[0] in memory.text][-1] is State.SUPERSEDED
    assert values[0] in then[0].text
    assert not any(values[1] in memory.text for memory in then)


@pytest.mark.database
async def test_a_changed_fact_is_kept_in_the_database_with_its_successor(stored_bank: Bank) -> None:
    await stored_bank.retain("Noor works at Siemens", on(2023))
    await stored_bank.retain("Noor left Siemens and works at Bosch", on(2025))

    new, old = await stored_bank.found("Where does Noor work now?")

    assert (new.state, old.state) == (State.VALID, State.SUPERSEDED)
    assert (old.superseded_by, old.valid_until) == (new.id, on(2025))
    [then] = await stored_bank.found("Where does Noor work?", as_of=on(2024))
    assert then.id == old.id


@pytest.mark.parametrize(("old", "new"), [pair[:2] for pair in CHANGES.values()], ids=CHANGES)
async def test_news_that_is_read_before_the_old_fact_still_counts(
    bank: Bank, old: str, new: str
) -> None:
    await bank.retain(content(new), on(2025, 3))
    await bank.retain(content(old), on(2023, 3))

    [superseded] = await bank.memories(State.SUPERSEDED)
    assert superseded.mentioned_at == on(2023, 3)


OLD_AND_NEW = {
    "one value, said in five ways": (
        (
            "Petra lives in Ghent.",
            "Petra is living in Ghent.",
            "Petra is based in Ghent.",
            "Petra has lived in Ghent since 2015.",
            "Petra lives in Ghent these days.",
        ),
        "Petra moved to Utrecht.",
    ),
    "five values, one after another": (
        (
            "We use MySQL.",
            "We switched to Postgres.",
            "We migrated from Postgres to MongoDB.",
            "Our database is Cassandra now.",
            "We moved to DynamoDB.",
        ),
        "We use CockroachDB as our database.",
    ),
    "a number": (
        tuple(f"The rate limit of the gateway is {n} requests." for n in (10, 20, 40, 80, 160)),
        "The rate limit of the gateway is 320 requests.",
    ),
    "told by its owner": (
        tuple(f"Ivo: My phone number is 555-010{n}." for n in range(5)),
        "Ivo: My phone number is 555-0199 now.",
    ),
}


@pytest.mark.parametrize(("old", "new"), OLD_AND_NEW.values(), ids=OLD_AND_NEW)
async def test_one_new_statement_ends_all_old_ones_which_stay_readable(
    bank: Bank, old: Sequence[str], new: str
) -> None:
    for number, statement in enumerate(old):
        await bank.retain(content(statement), on(2020 + number), document=f"year {number}")
    await bank.retain(content(new), on(2026))

    assert await bank.texts(State.VALID) == [new]
    ended = await bank.memories(State.SUPERSEDED)
    assert sum(memory.proof_count for memory in ended) == 5
    assert ended[0].text == old[0]
    assert (await bank.found(new))[0].text == new


ENDS = [
    ("Alex is on Payments.", "Alex is no longer on Payments."),
    ("Alex is on the Payments team.", "Alex left the Payments team."),
    ("Ivo: I live in Graz.", "Ivo: I moved out of Graz."),
    ("Ivo: I work at Kone.", "Ivo: I was laid off by Kone."),
    ("Noor works at Siemens.", "Noor no longer works at Siemens."),
    ("We use Postgres.", "We dropped Postgres."),
    ("Ivo: I drive a Volvo.", "Ivo: I sold the Volvo."),
]


@pytest.mark.parametrize(("state", "end"), ENDS)
async def test_what_merely_ended_holds_no_more_and_stays_readable(
    bank: Bank, state: str, end: str
) -> None:
    await bank.retain(content(state), on(2023))
    await bank.retain(content(end), on(2025))

    assert await bank.texts(State.VALID) == [end]
    [ended] = await bank.memories(State.SUPERSEDED)
    assert (ended.text, ended.valid_until) == (state, on(2025))


SPELLS = {
    "moved away and back": (
        ("Alex is on Payments.", on(2024, 1, 8)),
        ("Alex moved to the Search team.", on(2024, 4)),
        ("Alex is on Payments again.", on(2024, 6)),
        ("Alex joined the Growth team.", on(2024, 9)),
    ),
    "left and came back": (
        ("Alex is on the Payments team.", on(2024, 1, 8)),
        ("Alex left Payments.", on(2024, 4)),
        ("Alex is on the Payments team.", on(2024, 6)),
        ("Alex left the Payments team.", on(2024, 9)),
    ),
    "an employer": (
        ("Noor works at Siemens.", on(2024, 1, 8)),
        ("Noor works at Bosch.", on(2024, 4)),
        ("Noor works at Siemens.", on(2024, 6)),
        ("Noor left Siemens.", on(2024, 9)),
    ),
    "a home": (
        ("Ivo: I live in Graz.", on(2024, 1, 8)),
        ("Ivo: I moved to Leeds.", on(2024, 4)),
        ("Ivo: I moved back to Graz.", on(2024, 6)),
        ("Ivo: I live in Oslo now.", on(2024, 9)),
    ),
    "a tool": (
        ("We use Redis as our cache.", on(2024, 1, 8)),
        ("We use Memcached as our cache.", on(2024, 4)),
        ("We use Redis as our cache.", on(2024, 6)),
        ("We use Hazelcast as our cache.", on(2024, 9)),
    ),
}


@pytest.mark.parametrize("told", SPELLS.values(), ids=SPELLS)
async def test_what_held_twice_with_a_gap_has_two_intervals(
    bank: Bank, told: Sequence[tuple[str, datetime]]
) -> None:
    for statement, at in told:
        await bank.retain(content(statement), at, document=f"note of {at:%B}")

    intervals = [
        (memory.mentioned_at, memory.valid_until)
        for memory in await bank.memories(State.SUPERSEDED)
        if memory.mentioned_at != on(2024, 4)
    ]
    assert intervals == [(on(2024, 1, 8), on(2024, 4)), (on(2024, 6), on(2024, 9))]


def months(first: tuple[int, int], stop: tuple[int, int]) -> Interval:
    return Interval(on(*first, hour=0), on(*stop, hour=0))


@pytest.mark.parametrize(
    ("text", "intervals"),
    [
        (
            "Alex was on Payments from January to March and again from June to August.",
            [months((2024, 1), (2024, 4)), months((2024, 6), (2024, 9))],
        ),
        (
            "Ivo: I was on Payments January-March and again June-August.",
            [months((2024, 1), (2024, 4)), months((2024, 6), (2024, 9))],
        ),
        (
            "Mira rented the loft between May and July 2022, and then again between October and"
            " December 2022.",
            [months((2022, 5), (2022, 8)), months((2022, 10), (2023, 1))],
        ),
        (
            "Noor lived in Lisbon in 2016 and again from 2019 to 2021.",
            [months((2016, 1), (2017, 1)), months((2019, 1), (2022, 1))],
        ),
        (
            "Ivo: It was lovely. I led the choir from 2010 to 2012 and from 2015 to 2017. Then my"
            " voice broke.",
            [months((2010, 1), (2013, 1)), months((2015, 1), (2018, 1))],
        ),
    ],
)
async def test_a_sentence_that_tells_of_two_stretches_of_time_is_kept_as_two(
    bank: Bank, text: str, intervals: Sequence[Interval]
) -> None:
    await bank.retain(content(text), on(2024, 10, 4))

    dated = [m.occurred for m in await bank.memories() if m.dating is Dating.EXACT and m.occurred]
    assert sorted(dated, key=lambda interval: interval.start) == intervals


@pytest.mark.parametrize(
    ("fact", "change"),
    [
        ("Alice lives in Boston.", "Alice left Google and works at Meta."),
        ("Alice works at Google.", "Alice moved to Paris."),
        ("Alice's boss is Bob Reed.", "Alice works at Meta now."),
        ("Ivo: My favourite tea is Assam.", "Ivo: My favourite book is Emma now."),
        ("Ivo: I work at Kone.", "Ivo: My sister works at Schindler now."),
        ("Our database is Postgres.", "Our CI is Buildkite now."),
        ("The checkout timeout is 30 seconds.", "The payment timeout is 60 seconds now."),
        ("Alice is on the Payments team.", "Alice lives in Lisbon now."),
        ("Ivo: I live in Graz.", "Ivo: I left the choir."),
        ("INC-412 is owned by Teo.", "INC-413 is owned by Mina now."),
    ],
)
async def test_a_change_of_one_fact_ends_no_other(
    knowing_bank: Bank, fact: str, change: str
) -> None:
    await knowing_bank.retain(content(fact), on(2023))
    await knowing_bank.retain(content(change), on(2025))

    assert [memory.state for memory in await knowing_bank.memories()] == [State.VALID] * 2
