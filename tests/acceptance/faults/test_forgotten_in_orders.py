"""What is kept away is not told by the order to read it either, once that is carried out."""

from collections.abc import Awaitable, Callable

import pytest

from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import Conflict
from tacitus.domain.ids import DocumentId, OperationId, uuid7
from tests.acceptance.faults.banks import Bank, on

TALK = "Ida: Anna Petrova moved to Lisbon in May.\nTom: I like rain."
OTHER = RetainItem(content="Tom: I row.", document=DocumentId("rows"), timestamp=on(2024, 3))


def item(content: str, document: str | None) -> RetainItem:
    named = DocumentId(document) if document else None
    return RetainItem(
        content=content, document=named, timestamp=on(2024, 3), context="Lisbon again"
    )


async def retracted(bank: Bank) -> None:
    her = await bank.engine.identities.find(bank.name, "Anna Petrova")
    await bank.engine.forgetting.entity(bank.name, her.id)


async def deleted(bank: Bank) -> None:
    [memory] = await bank.memories(words="Lisbon")
    await bank.engine.delete_memory(bank.name, memory.id)


Forget = Callable[[Bank], Awaitable[None]]
FORGETTING: list[tuple[str, Forget, list[RetainItem]]] = [
    ("retracted, told elsewhere", retracted, [item(TALK, "other")]),
    ("retracted, told by no name", retracted, [item(TALK, None)]),
    ("retracted, one of two", retracted, [item(TALK, "other"), OTHER]),
    ("deleted, told again", deleted, [item(f"{TALK}\nTom: Yes.", "talk")]),
    ("deleted, one of two", deleted, [item(f"{TALK}\nTom: Yes.", "talk"), OTHER]),
]


async def named_at_the_beginning_of_lines(runtime: Runtime, name: str) -> None:
    """An order that is carried out, and one that waits, go with whom they name, wherever that is."""
    bank = Bank(runtime.engine, name=name)
    await bank.retain("Tom: I met Anna Petrova.", on(2024), document="met")
    talk = "Tom: I like rain.\nAnna Petrova: I am in prison."
    [done] = await bank.engine.retain_later(name, [item(talk, "done")])
    await runtime.work(forever=False)
    [waits] = await bank.engine.retain_later(name, [item(talk, "waits")])

    await retracted(bank)

    left = {id: await bank.engine.operation(name, id) for id in (done, waits)}
    assert [id for id, one in left.items() if one is not None] == []


async def check(runtime: Runtime, name: str) -> None:
    wrong = list[object]()
    for number, (what, forget, items) in enumerate(FORGETTING):
        bank = Bank(runtime.engine, name=f"{name} {number}")
        await bank.retain(TALK, on(2024), document="talk")
        await forget(bank)
        asked = OperationId(uuid7(on(2024, 3)))
        ids = await bank.engine.retain_later(bank.name, items, operation=asked)
        await runtime.work(forever=False)

        done = [await bank.engine.operation(bank.name, id) for id in ids]
        told = f"{[one and (one.payload, one.result) for one in done]} {await bank.texts()}"
        wrong += [(what, told)] if "Lisbon" in told else []
        # It is known again all the same, and told from what is not it.
        again = await bank.engine.retain_later(bank.name, items, operation=asked)
        wrong += [] if again == ids else [what]
        other = [*items[:-1], item("Tom: I like snow.", items[-1].document)]
        with pytest.raises(Conflict):
            await bank.engine.retain_later(bank.name, other, operation=asked)
    assert wrong == []


async def test_an_order_that_is_carried_out_does_not_tell_what_is_kept_away() -> None:
    await check(in_memory_runtime(), "notes")
    await named_at_the_beginning_of_lines(in_memory_runtime(), "lines")


@pytest.mark.database
async def test_nor_in_the_database(runtime: Runtime) -> None:
    await check(runtime, "orders")
    await named_at_the_beginning_of_lines(runtime, "lines in orders")
