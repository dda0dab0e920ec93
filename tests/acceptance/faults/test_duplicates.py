"""Duplicates and bloat: the same said again does not make a bank grow."""

import json
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from tacitus.domain.changes import Outcome
from tacitus.domain.documents import Turn
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.tags import TagMatch
from tests.acceptance.faults.banks import Bank, on, turns

SAID_SIX_TIMES = {
    "database": (
        "We use MySQL.",
        "Our database is MySQL.",
        "We are using MySQL as our database.",
        "We store our data in MySQL.",
        "MySQL is the database we use.",
        "We use MySQL.",
    ),
    "home": (
        "Tomás lives in Lisbon.",
        "Tomás is living in Lisbon.",
        "Tomás is based in Lisbon.",
        "Tomás currently lives in Lisbon.",
        "Tomás resides in Lisbon.",
        "Tomás lives in Lisbon.",
    ),
    "employer": (
        "Priya works at Novartis.",
        "Priya works for Novartis.",
        "Priya is employed by Novartis.",
        "Priya is working at Novartis.",
        "Priya is employed at Novartis!",
        "Priya works at Novartis.",
    ),
    "attribute": (
        "Tom's manager is Ruth Adeyemi.",
        "Ruth Adeyemi is Tom's manager.",
        "The manager of Tom is Ruth Adeyemi.",
        "Ruth Adeyemi is the manager of Tom.",
        "Tom's manager is Ruth Adeyemi now!",
        "Tom's manager is Ruth Adeyemi.",
    ),
    "event": (
        "The kids enjoyed the film about whales.",
        "The children liked the film about whales.",
        "The kids enjoyed the movie about whales.",
        "the children enjoyed the movie about whales",
        "The kids liked the film about whales!",
        "The kids enjoyed the film about whales.",
    ),
    "chinese": ("我们用 Redis 做缓存。",) * 6,
}


@pytest.mark.parametrize("sayings", SAID_SIX_TIMES.values(), ids=SAID_SIX_TIMES)
async def test_a_fact_said_six_times_is_one_memory_that_counts_six_sources(
    knowing_bank: Bank, sayings: Sequence[str]
) -> None:
    for number, saying in enumerate(sayings):
        await knowing_bank.retain(saying, on(2024, 1 + number), document=f"day {number}")

    [memory] = await knowing_bank.memories()
    assert memory.proof_count == 6
    assert [found.text for found in await knowing_bank.found(sayings[0])] == [sayings[0]]


@pytest.mark.parametrize("sayings", list(SAID_SIX_TIMES.values())[:2], ids=list(SAID_SIX_TIMES)[:2])
@pytest.mark.database
async def test_a_fact_said_six_times_is_one_row_of_the_database(
    stored_bank: Bank, sayings: Sequence[str]
) -> None:
    for number, saying in enumerate(sayings):
        await stored_bank.retain(saying, on(2024, 1 + number), document=f"day {number}")

    [memory] = await stored_bank.memories()
    assert memory.proof_count == 6


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The retry limit of the mailer is 3.", "The retry limit of the mailer is 5."),
        ("Ship it to Gate 14.", "Ship it to Gate 41."),
        ("The tests passed on Windows.", "The tests did not pass on Windows."),
        ("Fixed in 2.14.0 for eu-north-1.", "Fixed in 2.14.0 for eu-south-1."),
        ("Ines paid Marek for the boat.", "Marek paid Ines for the boat."),
        ("I met Katarina at the fair.", "I met Katharina at the fair."),
    ],
)
async def test_nothing_that_differs_in_a_value_is_taken_for_a_repetition(
    bank: Bank, one: str, other: str
) -> None:
    await bank.retain(one, on(2024, 1))
    await bank.retain(other, on(2024, 2))

    assert await bank.texts() == [one, other]


async def test_the_same_fact_under_other_tags_is_found_under_each(bank: Bank) -> None:
    for tag in ("sales", "support"):
        await bank.retain("The office closes at 18:00.", on(2024), document=tag, tags=(tag,))

    for tag in ("sales", "support"):
        [found] = await bank.found(
            "When does the office close?", tags=(tag,), tag_match=TagMatch.ALL_STRICT
        )
        assert found.tags == (tag,)
    assert len(await bank.found("When does the office close?")) == 1


async def test_what_another_tag_says_ends_nothing_under_this_one(bank: Bank) -> None:
    await bank.retain("We use Jenkins.", on(2023), tags=("team-a",))
    await bank.retain("We use Buildkite.", on(2024), tags=("team-b",))

    assert {memory.state for memory in await bank.memories()} == {"valid"}


HANDED_IN = {
    "prose": "The harbour was rebuilt in 1911. Its crane still works.",
    "transcript": "Ann: I sold the canoe.\nBob: Oh no, why?\nAnn: I needed the money.\nBob: I see.",
    "turns": turns("Ann: I sold the canoe.", "Assistant: I noted that you sold the canoe."),
    "messages": json.dumps(
        [
            {"role": "user", "content": "I am allergic to walnuts."},
            {"role": "assistant", "content": "I will leave them out."},
        ]
    ),
    "markdown": "# Plan\n\n- buy paint\n- paint the shed\n",
    "chinese": "我对花生过敏。请不要放花生。",
}


@pytest.mark.parametrize("id", [None, "letter 7"], ids=["unnamed", "named"])
@pytest.mark.parametrize("content", HANDED_IN.values(), ids=HANDED_IN)
async def test_a_document_handed_in_again_changes_nothing_and_the_answer_says_so(
    bank: Bank, content: str | tuple[Turn, ...], id: str | None
) -> None:
    first = await bank.retain(content, on(2024), document=id)
    before = await bank.memories()

    again = await bank.retain(content, on(2024), document=id)

    assert (first.outcome, again.outcome) == (Outcome.STORED, Outcome.UNCHANGED)
    assert again.memories == ()
    assert await bank.memories() == before


@pytest.mark.parametrize("content", HANDED_IN.values(), ids=HANDED_IN)
async def test_the_same_document_under_another_name_brings_no_memory(
    bank: Bank, content: str | tuple[Turn, ...]
) -> None:
    await bank.retain(content, on(2024), document="a")
    before = await bank.texts()

    await bank.retain(content, on(2024), document="copy of a")

    assert await bank.texts() == before


QUOTED_BACK = (
    "Assistant: According to my memory: {memory}",
    'Assistant: You told me earlier: "{words}"',
    'Ann: Yes, I said "{words}"',
    "Assistant: {memory}",
    "Assistant: I remember that you said: {words}",
    "Ann: Relevant memories:\n- {memory}",
    "Assistant: <memories>\n{memory}\n</memories>",
    "Ann: > {memory}",
    'Assistant: As you mentioned before, "{words}"',
    "Ann: Memory: {memory}",
)


@pytest.mark.parametrize(
    "words",
    [
        "I moved to Porto for the ceramics school.",
        "My sister Ines keeps nine hens behind the chapel.",
        "We settled the boat yard invoice of 1,240 euros yesterday.",
        "The vet found a cracked tooth.",
    ],
)
async def test_a_memory_quoted_back_for_ten_turns_makes_nothing_grow(
    knowing_bank: Bank, words: str
) -> None:
    await knowing_bank.retain(turns(f"Ann: {words}"), on(2024, 3, 4))
    [memory] = await knowing_bank.memories()
    lines = [line.format(memory=memory.text, words=words) for line in QUOTED_BACK]

    await knowing_bank.retain(turns(*lines), on(2024, 9, 9))

    assert await knowing_bank.memories() == [memory]


async def test_what_is_said_beside_a_quotation_is_kept(knowing_bank: Bank) -> None:
    await knowing_bank.retain(turns("Ann: I moved to Porto for the ceramics school."), on(2024, 3))

    await knowing_bank.retain(
        turns(
            'Assistant: You told me: "I moved to Porto for the ceramics school."'
            " The kiln there opens at seven, so I set your alarm to six."
        ),
        on(2024, 9),
    )

    assert await knowing_bank.texts() == [
        "Ann: I moved to Porto for the ceramics school.",
        "Assistant: The kiln there opens at seven, so I set your alarm to six.",
    ]


async def test_several_memories_handed_back_as_a_list_make_nothing_grow(
    knowing_bank: Bank,
) -> None:
    facts = (
        "Ann: My brother repairs accordions in Turin.",
        "Ann: I am allergic to walnuts.",
        "Ann: The lease of the studio ends in October 2026.",
    )
    await knowing_bank.retain(turns(*facts), on(2024, 3))
    before = await knowing_bank.memories()
    listed = "\n".join(f"- {fact}" for fact in facts)

    await knowing_bank.retain(
        turns(f"Ann: What I know:\n{listed}", f"Assistant: {listed}"), on(2024, 5)
    )

    assert await knowing_bank.memories() == before


def _iso(second: int) -> str:
    return (on(2024, 5, 1) + timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")


LOGS: dict[str, Callable[[int], str]] = {
    "service": lambda n: f"{_iso(n)} ERROR payments-api: connection to db-7 refused",
    "brackets": lambda n: f"[{_iso(n)[:10]} {_iso(n)[11:19]},123] WARN pool: no free connection",
    "syslog": lambda n: f"May  1 {_iso(n)[11:19]} web-3 sshd[411]: Failed password for root",
    "web": lambda n: f'10.0.0.9 - - [01/May/2024:{_iso(n)[11:19]} +0000] "GET /health" 503 12',
    "json": lambda n: json.dumps({"ts": _iso(n), "level": "error", "msg": "disk full on vol-2"}),
    "clock": lambda n: f"{_iso(n)[11:19]} heartbeat missed by node-4",
    "diary": lambda n: f"- {(on(2024) + timedelta(days=n)).date()} backup of vault-2 completed",
}


@pytest.mark.parametrize("line", LOGS.values(), ids=LOGS)
async def test_a_line_logged_200_times_is_a_handful_of_memories_over_its_whole_time(
    bank: Bank, line: Callable[[int], str]
) -> None:
    await bank.retain("\n".join(line(n) for n in range(200)), on(2024, 12, 31))

    memories = await bank.memories()
    assert len(memories) <= 5
    spans = [memory.occurred for memory in memories if memory.occurred]
    assert max(s.end for s in spans) - min(s.start for s in spans) >= timedelta(seconds=199)


@pytest.mark.parametrize("line", LOGS.values(), ids=LOGS)
async def test_among_200_repeated_lines_no_other_value_is_lost(
    bank: Bank, line: Callable[[int], str]
) -> None:
    lines = [line(n) for n in range(200)]
    odd = {17: "507", 61: "blk-9931", 62: "blk-9932", 140: "checksum mismatch"}
    for place, value in odd.items():
        lines[place] = f"{line(place)} {value}"

    await bank.retain("\n".join(lines), on(2024, 12, 31))

    texts = await bank.texts()
    assert len(texts) <= 12
    assert all(any(value in text for text in texts) for value in odd.values())


async def test_the_same_alert_posted_200_times_is_one_memory(bank: Bank) -> None:
    for n in range(200):
        at = on(2024, 5) + timedelta(minutes=n)
        await bank.retain(
            f"{_iso(60 * n)} ALERT disk of vault-2 is full", at, document=f"alert {n}"
        )

    [memory] = await bank.memories()
    assert memory.proof_count == 200


@pytest.mark.parametrize(
    ("name", "sessions"),
    [
        (
            "QLTP",
            (
                "We joined the QLTP programme in spring.",
                "The QLTP board meets on Mondays.",
                "QLTP sent the grant papers.",
                "I love working with QLTP.",
            ),
        ),
        (
            "Zephyrine",
            (
                "Zephyrine is our new boat.",
                "I painted Zephyrine with Bob.",
                "We sailed Zephyrine to Elba.",
                "Is Zephyrine's mast fixed?",
            ),
        ),
        (
            "INC-7781",
            (
                "INC-7781 was opened at noon.",
                "Mina owns INC-7781 now.",
                "The cause of INC-7781 is a bad cable.",
                "Close INC-7781 please.",
            ),
        ),
        (
            "Beatriz Moreira",
            (
                "I met Beatriz Moreira at the fair.",
                "Beatriz Moreira paints boats.",
                "Dinner with Beatriz Moreira was fun.",
                "We called Beatriz Moreira about the mast.",
            ),
        ),
        ("蓝鲸", ("蓝鲸项目开始了。", "我喜欢蓝鲸项目。", "蓝鲸的预算批了。", "蓝鲸上线了。")),
    ],
)
async def test_a_name_that_comes_up_in_four_sessions_is_one_entity(
    bank: Bank, name: str, sessions: Sequence[str]
) -> None:
    for number, words in enumerate(sessions):
        await bank.retain(
            turns(f"Ann: {words}"),
            on(2024, 1 + 2 * number),
            document=f"session {number}",
            entities=(Surface(name, EntityType.OTHER),) if not name.isascii() else (),
        )

    [entity] = [entity for entity in await bank.entities() if name in entity.name]
    assert entity.mention_count == 4
