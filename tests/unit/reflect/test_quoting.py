"""An answer without a model: quotations, within the length that was asked for."""

from collections.abc import Sequence

from tacitus.adapters.models.bpe_counter import BpeCounter
from tacitus.domain.memories import Dating, Memory
from tacitus.domain.recollection import Candidate, Filters, Query, Recollection
from tacitus.domain.reflection import Mode, ReflectOptions
from tacitus.reflect.answer import answer_by_extract
from tacitus.reflect.gathered import Gathered
from tests.builders import NOON, a_bank, a_memory, day, days
from tests.tables import table
from tests.unit.reflect.reflecting import COMMUTE, LONELY, QUESTION, a_runtime, read, reflect

LONG = "Remote work at Acme " + "was praised again and again " * 15 + "by all 40 people."

MOVED = ("Remote work at Acme: Ann lives in Oslo.", "Remote work at Acme: Ann lives in Cork now.")


async def test_an_answer_is_never_longer_than_was_asked_for() -> None:
    runtime = a_runtime(None)
    await read(runtime, LONG, COMMUTE, LONELY)
    answers = {
        most: await runtime.engine.reflect("notes", QUESTION, ReflectOptions(answer_tokens=most))
        for most in range(1, 60, 3)
    }

    assert {one.mode for one in answers.values()} == {Mode.EXTRACTIVE}
    told = {most: one.text for most, one in answers.items() if not one.abstained}
    assert {most: text for most, text in told.items() if BpeCounter().count(text) > most} == {}
    assert len(told) > 15


async def test_of_what_no_longer_holds_that_is_said_even_where_it_is_cut() -> None:
    runtime = a_runtime(None)
    await read(runtime, *MOVED)
    options = [ReflectOptions(answer_tokens=most) for most in range(1, 40, 3)]
    answers = [await runtime.engine.reflect("notes", QUESTION, one) for one in options]

    assert [one.text for one in answers if "Oslo" in one.text and "no longer" not in one.text] == []
    assert any("no longer" in one.text for one in answers)


async def test_a_quotation_that_does_not_fit_is_passed_over_for_one_that_does() -> None:
    answer = await reflect(None, LONG, COMMUTE, options=ReflectOptions(answer_tokens=40))

    assert answer.text.startswith(COMMUTE)


async def test_where_none_fits_the_best_is_cut() -> None:
    answer = await reflect(None, LONG, options=ReflectOptions(answer_tokens=12))

    assert answer.text
    assert LONG.startswith(answer.text.removesuffix(" ..."))
    assert BpeCounter().count(answer.text) <= 12


async def test_an_answer_that_may_be_long_quotes_all_that_bears_on_it() -> None:
    answer = await reflect(None, COMMUTE, LONELY)

    assert COMMUTE in answer.text
    assert LONELY in answer.text


def gathered(*odds: float | None) -> Gathered:
    """Return memories as recall gives them, each with how relevant it is."""
    return recalled([a_memory(f"Note {place}.") for place in range(len(odds))], odds)


def recalled(memories: Sequence[Memory], odds: Sequence[float | None]) -> Gathered:
    query = Query(
        text=QUESTION,
        bank=a_bank(),
        terms=(),
        time=None,
        names=(),
        asked_at=NOON,
        filters=Filters(),
    )
    kept = [
        Candidate(memory=one, score=1, relevance=odd)
        for one, odd in zip(memories, odds, strict=True)
    ]
    return Gathered(
        recollection=Recollection(query=query, kept=tuple(kept), tokens=0), memories=tuple(memories)
    )


@table(
    "odds, quoted",
    [
        ((0.9, 0.5, 0.01), [1, 2]),
        ((0.9, 0.01, 0.5), [1, 3]),
        ((0.1, 0.05, 0.01), [1, 2]),
        ((0.5, 0.1, 0.09), [1, 2]),
        ((None, None, None), [1, 2, 3]),
    ],
)
def test_what_is_far_less_relevant_than_the_best_is_not_quoted(
    odds: tuple[float | None, ...], quoted: list[int]
) -> None:
    claimed = answer_by_extract(gathered(*odds), BpeCounter(), 500)

    assert [one.citations[0] for one in claimed.reply.sentences] == quoted


@table(
    "speaker, dating, length, quoted_as_of",
    [
        (None, Dating.EXACT, 1, "2023-06-20"),
        (None, Dating.EXACT, 30, NOON.date().isoformat()),
        (None, Dating.MENTION, 1, NOON.date().isoformat()),
        # "Yesterday" is the day before it was said.
        ("Ann", Dating.EXACT, 1, NOON.date().isoformat()),
    ],
)
def test_what_somebody_said_is_quoted_with_its_day_and_a_text_by_nobody_with_that_it_tells_of(
    speaker: str | None, dating: Dating, length: int, quoted_as_of: str
) -> None:
    told = days(day(2023, 6, 20), length)
    memory = a_memory("# Diary\n\nThe pump broke.", speaker=speaker, dating=dating, occurred=told)

    [sentence] = answer_by_extract(recalled([memory], [0.9]), BpeCounter(), 500).reply.sentences

    assert sentence.text == f"Diary: The pump broke. ({quoted_as_of})"
