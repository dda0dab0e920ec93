"""States told in any order hold for the times for which they would hold, had they been told in order."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from itertools import islice, permutations

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import in_memory_runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.memories import MemoryPage
from tacitus.domain.recollection import Filters, RecallOptions
from tacitus.engine import Engine
from tacitus.settings import Settings
from tests.builders import NOON, day

Told = tuple[datetime, str]
SETTINGS = Settings()
MOVES: list[Told] = [
    (day(2024, 1), "Rob: I live in Graz."),
    (day(2024, 2), "Rob: I live in Porto now."),
    (day(2024, 3), "Rob: I live in Rome now."),
    (day(2024, 4), "Rob: I live in Oslo now."),
]
JOBS: list[Told] = [
    (day(2024, 1), "Ann: I work at Nordea."),
    (day(2024, 2), "Ann: I work at Nordea."),
    (day(2024, 3), "Ann: I work at Danske now."),
    (day(2024, 4), "Ann: I work at Lego now."),
]
"""The second is the first once more."""


def an_item(told: Told) -> RetainItem:
    return RetainItem(content=told[1], timestamp=told[0])


async def one_by_one(engine: Engine, told: Sequence[Told]) -> None:
    for one in told:
        await engine.retain("notes", [an_item(one)])


async def at_once(engine: Engine, told: Sequence[Told]) -> None:
    await engine.retain("notes", [an_item(one) for one in told])


async def in_one_document(engine: Engine, told: Sequence[Told]) -> None:
    lines = [f"[{at:%Y-%m-%d %H:%M}] {text}" for at, text in told]
    await engine.retain("notes", [RetainItem(content="\n".join(lines))])


WAYS: list[Callable[[Engine, Sequence[Told]], Awaitable[None]]] = [
    one_by_one,
    at_once,
    in_one_document,
]


def an_engine() -> Engine:
    return in_memory_runtime(SETTINGS, clock=TickingClock(NOON)).engine


async def intervals(engine: Engine) -> list[tuple[object, ...]]:
    found, _ = await engine.memories("notes", MemoryPage())
    texts = {memory.id: memory.text for memory in found}
    rows = (
        (
            one.mentioned_at,
            one.text,
            one.valid_until,
            one.superseded_by and texts[one.superseded_by],
        )
        for one in found
    )
    return sorted(rows, key=str)


async def test_states_end_where_the_next_begins_in_whatever_order_they_are_told() -> None:
    wrong: list[object] = []
    for story in (MOVES, JOBS):
        ordered = an_engine()
        await one_by_one(ordered, story)
        expected = await intervals(ordered)
        for way in WAYS:
            every = 1 if way is one_by_one else 5
            for told in islice(permutations(story), 0, None, every):
                engine = an_engine()
                await way(engine, told)
                if (found := await intervals(engine)) != expected:
                    wrong.append((way.__name__, told, found))

    assert wrong == []


async def test_each_moment_has_the_one_state_of_then() -> None:
    wrong: list[object] = []
    for told in islice(permutations(MOVES), 0, None, 5):
        engine = an_engine()
        await one_by_one(engine, told)
        for at, text in MOVES:
            options = RecallOptions(filters=Filters(as_of=at.replace(day=15)))
            result = await engine.recall("notes", "Where does Rob live?", options)
            if (found := [one.memory.text for one in result.kept]) != [text]:
                wrong.append((told, at, found))

    assert wrong == []


async def test_who_comes_back_has_left_meanwhile() -> None:
    engine = an_engine()
    told = [
        (day(2024, 3), "Rob: I live in Graz."),
        (day(2024, 2), "Rob: I live in Porto."),
        (day(2024, 1), "Rob: I live in Graz."),
    ]

    await one_by_one(engine, told)

    assert [(row[0], row[2]) for row in await intervals(engine)] == [
        (day(2024, 1), day(2024, 2)),
        (day(2024, 2), day(2024, 3)),
        (day(2024, 3), None),
    ]
