"""Whatever a program hands in: one reason that says what to do, before anything happens."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tacitus.domain.banks import BankChange
from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.graph import Surface
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.domain.recollection import Filters, RecallOptions
from tacitus.domain.reflection import ReflectOptions
from tacitus.domain.tags import TagMatch
from tacitus.domain.time import Interval
from tacitus.domain.time.bounds import FIRST_YEAR, LAST_YEAR, checked_moment
from tacitus.engine import Engine

NAIVE = datetime(2024, 5, 6)
EARLY, LATE = datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
ODD: Any = object()

ITEMS: list[Any] = [
    None,
    b"Ana rows.",
    7,
    [b"Ana rows."],
    [None],
    ["Ana rows."],
    {"content": "Ana rows."},
    RetainItem(content=b"Ana rows."),  # type: ignore[arg-type]
    RetainItem(content=None),  # type: ignore[arg-type]
    RetainItem(content=("Ana rows.",)),  # type: ignore[arg-type]
    RetainItem(content=(Turn(text=None),)),  # type: ignore[arg-type]
    RetainItem(content=(Turn(text="Hi", speaker=7),)),  # type: ignore[arg-type]
    RetainItem(content=(Turn(text="Hi", at=NAIVE),)),
    RetainItem(content="  "),
    RetainItem(content="a\ud800"),
    RetainItem(content="Hi", timestamp=NAIVE),
    RetainItem(content="Hi", timestamp=EARLY),
    RetainItem(content="Hi", timestamp=LATE),
    RetainItem(content="Hi", timestamp="2024-05-06"),  # type: ignore[arg-type]
    RetainItem(content="Hi", document=DocumentId("..")),
    RetainItem(content="Hi", document=7),  # type: ignore[arg-type]
    RetainItem(content="Hi", context=None),  # type: ignore[arg-type]
    RetainItem(content="Hi", metadata={"a": 7}),  # type: ignore[dict-item]
    RetainItem(content="Hi", metadata={" ": "a"}),
    RetainItem(content="Hi", metadata=[("a", "b")]),  # type: ignore[arg-type]
    RetainItem(content="Hi", tags="work"),  # type: ignore[arg-type]
    RetainItem(content="Hi", tags=("work", "")),
    RetainItem(content="Hi", entities=("Ana",)),  # type: ignore[arg-type]
    RetainItem(content="Hi", entities=(Surface(" "),)),
]
QUESTIONS: list[Any] = [
    None,
    b"Ana?",
    7,
    "",
    "  ",
    "?!",
    "a\0b",
    "a\ud800",
    "🐙",
    "🐙🐙 🦑!",
    "1️⃣ 2️⃣",
]
RECALLS: list[Any] = [
    {"max_tokens": 5},
    RecallOptions(max_tokens=0),
    RecallOptions(max_tokens=-5),
    RecallOptions(max_tokens="5"),  # type: ignore[arg-type]
    RecallOptions(max_tokens=True),
    RecallOptions(max_tokens=float("nan")),  # type: ignore[arg-type]
    RecallOptions(depth=-1),
    RecallOptions(depth=0),
    RecallOptions(rerank_seconds=-1),
    RecallOptions(graph_seconds=-0.1),
    RecallOptions(asked_at=NAIVE),
    RecallOptions(asked_at=LATE),
    RecallOptions(asked_at="today"),  # type: ignore[arg-type]
    RecallOptions(when=Interval(EARLY, LATE)),
    RecallOptions(filters=Filters(as_of=NAIVE)),
    RecallOptions(filters=Filters(as_of=EARLY)),
    RecallOptions(filters=Filters(occurred=Interval(EARLY, LATE))),
    RecallOptions(filters=Filters(tags="work")),  # type: ignore[arg-type]
    RecallOptions(filters=Filters(tags=("work", " "))),
]
REFLECTS: list[Any] = [
    RecallOptions(),
    ReflectOptions(answer_tokens=0),
    ReflectOptions(answer_tokens=-1),
    ReflectOptions(context=None),  # type: ignore[arg-type]
    ReflectOptions(context="a\ud800"),
    *(ReflectOptions(recall=options) for options in RECALLS),
]


async def let_through(ask: Callable[[Any], Awaitable[object]], handed: list[Any]) -> list[Any]:
    """Return what was not refused, or refused with hardly a word."""
    passed: list[Any] = []
    for each in handed:
        try:
            await ask(each)
        except InvalidRequest as refused:
            if len(str(refused)) < 15:
                passed.append(each)
        else:
            passed.append(each)
    return passed


async def test_what_cannot_be_retained_is_refused_and_makes_no_bank(engine: Engine) -> None:
    assert await let_through(lambda item: engine.retain("notes", item), ITEMS) == []
    assert await let_through(lambda item: engine.retain_later("notes", [item]), ITEMS) == []

    assert await engine.banks() == ([], 0)


async def test_the_reason_names_the_document_of_several(engine: Engine) -> None:
    items = [RetainItem(content="Hi"), RetainItem(content="Hi", timestamp=NAIVE)]

    with pytest.raises(InvalidRequest, match=r"items\[1\]: The timestamp has no zone: add one"):
        await engine.retain("notes", items)


async def test_a_question_without_a_word_is_refused_whatever_is_asked(engine: Engine) -> None:
    assert await let_through(lambda question: engine.recall("nowhere", question), QUESTIONS) == []
    assert await let_through(lambda question: engine.reflect("nowhere", question), QUESTIONS) == []


async def test_options_that_make_no_sense_are_refused(engine: Engine) -> None:
    async def recall(options: Any) -> object:
        return await engine.recall("nowhere", "Who rows?", options)

    async def reflect(options: Any) -> object:
        return await engine.reflect("nowhere", "Who rows?", options)

    assert await let_through(recall, RECALLS) == []
    assert await let_through(reflect, REFLECTS) == []


async def test_a_page_that_cannot_be_shown_is_refused(engine: Engine) -> None:
    await engine.set_bank("notes")
    pages: list[tuple[Any, Any]] = [(0, 0), (-1, 0), (1, -1), (2**63, 0), (1, 2**63), (1.5, 0)]

    async def everything(page: tuple[Any, Any]) -> None:
        limit, offset = page
        lists = [
            lambda: engine.banks(limit=limit, offset=offset),
            lambda: engine.documents("notes", limit=limit, offset=offset),
            lambda: engine.entities("notes", limit=limit, offset=offset),
            lambda: engine.operations("notes", limit=limit, offset=offset),
            lambda: engine.memories("notes", MemoryPage(limit=limit, offset=offset)),
        ]
        passed = await let_through(lambda ask: ask(), [*lists])
        if not passed:
            raise InvalidRequest("every list refuses it")

    assert await let_through(everything, [*pages]) == []


async def test_what_is_said_of_a_bank_can_be_kept(engine: Engine) -> None:
    half = "a\ud800"
    changes = [BankChange(title=half), BankChange(mission=half), BankChange(background=half)]

    assert await let_through(lambda change: engine.set_bank("notes", change), changes) == []
    assert await let_through(engine.set_bank, ["..", "no\u200btes", " ", None, "a\0"]) == []
    assert await engine.banks() == ([], 0)


async def test_tags_bind_alike_whether_kept_or_asked_for(engine: Engine) -> None:
    await engine.retain("notes", RetainItem(content="Ana rows in Oslo.", tags=(" work ", "work")))

    filters = Filters(tags=("work ", "work"), tag_match=TagMatch.EXACT)
    found = await engine.recall("notes", "Who rows in Oslo?", RecallOptions(filters=filters))

    assert [candidate.memory.tags for candidate in found.kept] == [("work",)]


def test_the_times_that_are_taken_lie_between_two_years() -> None:
    first = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)
    last = datetime(LAST_YEAR, 12, 31, tzinfo=UTC)

    assert checked_moment(first, "it") == first
    assert checked_moment(last, "it") == last
    for outside in (first - timedelta(days=1), last + timedelta(days=1)):
        with pytest.raises(InvalidRequest, match=f"years run from {FIRST_YEAR} to {LAST_YEAR}"):
            checked_moment(outside, "it")
