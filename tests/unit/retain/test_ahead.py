"""While some documents are stored, those that come next are prepared."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

import pytest

from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import DocumentId
from tacitus.retain.ahead import FIRST_CHARACTERS, PREPARED_CHARACTERS, ahead, together
from tacitus.retain.stages import Prepared, Reading
from tests.builders import a_document

MANY = "x" * PREPARED_CHARACTERS
"""A text that is prepared by itself."""


def an_item(name: str, text: str = "It rained.") -> RetainItem:
    return RetainItem(content=text, document=DocumentId(name))


def names_of(items: Sequence[RetainItem]) -> str:
    return " ".join(item.document or "" for item in items)


@dataclass(slots=True)
class Preparing:
    """Prepares, and notes what and when; documents named "bad" cannot be."""

    began: list[str] = field(default_factory=list[str])

    async def __call__(self, items: Sequence[RetainItem]) -> list[Prepared]:
        self.began.append(names_of(items))
        await asyncio.sleep(0)
        if any(item.document == "bad" for item in items):
            raise InvalidRequest("it is bad")
        return [Prepared(reading=Reading(document=a_document(), turns=(), appended=False))] * len(
            items
        )


async def test_what_comes_next_is_prepared_while_the_former_is_worked_on() -> None:
    prepare = Preparing()
    async with aclosing(ahead([an_item(name, MANY) for name in "abcde"], prepare)) as coming:
        await anext(coming)
        assert prepare.began == ["a", "b", "c"]
        await anext(coming)
        await asyncio.sleep(0)
        assert prepare.began == ["a", "b", "c", "d"]


async def test_a_document_that_comes_again_waits_until_the_former_is_done() -> None:
    prepare = Preparing()
    items = [an_item(name, MANY) for name in ("a", "b", "a", "c")]
    async with aclosing(ahead(items, prepare)) as coming:
        await anext(coming)
        assert prepare.began == ["a", "b"]
        await anext(coming)  # so that a is done
        await asyncio.sleep(0)
        assert prepare.began == ["a", "b", "a", "c"]


async def test_nothing_is_prepared_when_the_caller_has_left() -> None:
    prepare = Preparing()
    async with aclosing(ahead([an_item(name, MANY) for name in "abcde"], prepare)) as coming:
        await anext(coming)
    await asyncio.sleep(0)
    assert prepare.began == ["a", "b", "c"]


async def test_items_come_in_order_with_what_was_prepared() -> None:
    items = [an_item(name) for name in "abc"]
    found = [some async for some in ahead(items, Preparing())]
    assert [item for group, _ in found for item in group] == items
    assert [len(group) for group, _ in found] == [len(prepared) for _, prepared in found]


async def test_where_one_of_several_fails_each_is_left_to_itself() -> None:
    items = [an_item(name) for name in ("a", "bad", "c")]
    assert [some async for some in ahead(items, Preparing())] == [(items, [])]


async def test_one_that_fails_by_itself_does_so_in_its_turn() -> None:
    coming = ahead([an_item("a", MANY), an_item("bad", MANY)], Preparing())

    assert names_of((await anext(coming))[0]) == "a"
    with pytest.raises(InvalidRequest):
        await anext(coming)


def test_few_are_prepared_together_to_begin_with_and_at_the_end_and_between_as_many_as_fit() -> (
    None
):
    items = [an_item(str(number), "x" * FIRST_CHARACTERS) for number in range(30)]

    sizes = [len(group) for group in together(items)]

    most = PREPARED_CHARACTERS // FIRST_CHARACTERS
    assert sizes == [1, 2, 4, most, most, 5, 3, 1, 1, 1]
    # Half of what is left: 11 // 2, 6 // 2, 3 // 2; and one of them at least.


def test_a_long_document_is_prepared_by_itself() -> None:
    items = [an_item("a"), an_item("b", 2 * MANY), an_item("c")]
    assert [names_of(group) for group in together(items)] == ["a", "b", "c"]


def test_a_document_is_prepared_once_at_a_time() -> None:
    items = [an_item(name) for name in "abca"]
    assert [names_of(group) for group in together(items)] == ["a b c", "a"]


def test_nothing_makes_no_groups() -> None:
    assert list(together([])) == []
