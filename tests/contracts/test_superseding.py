"""What `MemoryStore` promises of states: superseding, invalidating, and taking both back."""

from dataclasses import replace

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record, Restatement, Supersession
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import Memory, State
from tacitus.domain.time import Interval
from tacitus.ports.storage import Stores
from tests.builders import (
    a_document,
    a_memory,
    a_record,
    a_source,
    an_opinion,
    changes_of,
    day,
    some_evidence,
)

MOVED, MOVED_AGAIN = day(2024, 8), day(2024, 9)


async def read(stores: Stores, bank: Bank, record: Record) -> Memory:
    return (await stores.memories.get(bank.id, [record.memory.id]))[record.memory.id]


async def standing(stores: Stores, bank: Bank, record: Record) -> tuple[object, ...]:
    memory = await read(stores, bank, record)
    return memory.state, memory.superseded_by, memory.valid_until


@pytest.fixture
def rome(bank: Bank) -> Record:
    return a_record("Ann lives in Rome.", bank=bank, sources=(a_source("rome"),))


@pytest.fixture
def oslo(bank: Bank) -> Record:
    return a_record("Ann lives in Oslo.", bank=bank, sources=(a_source("oslo"),))


@pytest.fixture
def bonn(bank: Bank) -> Record:
    return a_record("Ann lives in Bonn.", bank=bank, sources=(a_source("bonn"),))


async def tell(stores: Stores, bank: Bank, *told: tuple[Record, str]) -> None:
    for record, document in told:
        await stores.memories.apply(
            changes_of(record, bank=bank, document=a_document(document, bank=bank))
        )


async def move(stores: Stores, bank: Bank, rome: Record, oslo: Record) -> None:
    """Tell that Ann lives in Rome, then, in another letter, in Oslo."""
    await tell(stores, bank, (rome, "rome"))
    await stores.memories.apply(
        changes_of(
            oslo,
            bank=bank,
            document=a_document("oslo", bank=bank),
            supersessions=(Supersession(rome.memory.id, oslo.memory.id, MOVED),),
        )
    )


async def move_again(stores: Stores, bank: Bank, oslo: Record, bonn: Record) -> None:
    await stores.memories.apply(
        changes_of(
            bonn,
            bank=bank,
            document=a_document("bonn", bank=bank),
            supersessions=(Supersession(oslo.memory.id, bonn.memory.id, MOVED_AGAIN),),
        )
    )


async def test_a_newer_statement_supersedes_the_older(
    stores: Stores, bank: Bank, rome: Record, oslo: Record
) -> None:
    await move(stores, bank, rome, oslo)

    assert await standing(stores, bank, rome) == (State.SUPERSEDED, oslo.memory.id, MOVED)
    assert await standing(stores, bank, oslo) == (State.VALID, None, None)


async def test_an_older_statement_that_comes_late_is_superseded_at_once(
    stores: Stores, bank: Bank, rome: Record, oslo: Record
) -> None:
    await tell(stores, bank, (oslo, "oslo"))

    await stores.memories.apply(
        changes_of(
            rome,
            bank=bank,
            supersessions=(Supersession(rome.memory.id, oslo.memory.id, MOVED),),
        )
    )

    assert await standing(stores, bank, rome) == (State.SUPERSEDED, oslo.memory.id, MOVED)


@pytest.mark.parametrize("what_goes", ["memory", "document", "chunk"])
async def test_what_was_superseded_is_valid_again_when_its_successor_goes(
    stores: Stores, bank: Bank, rome: Record, oslo: Record, what_goes: str
) -> None:
    await move(stores, bank, rome, oslo)

    if what_goes == "memory":
        await stores.memories.delete(bank.id, oslo.memory.id)
    elif what_goes == "document":
        await stores.documents.delete(bank.id, DocumentId("oslo"))
    else:
        await stores.memories.apply(
            changes_of(
                bank=bank,
                document=a_document("oslo", "Nothing.", bank=bank),
                expected_revision=1,
                dropped_chunks=(0,),
            )
        )

    assert await read(stores, bank, rome) == rome.memory


async def test_what_was_superseded_follows_the_next_successor_when_its_own_goes(
    stores: Stores, bank: Bank, rome: Record, oslo: Record, bonn: Record
) -> None:
    await move(stores, bank, rome, oslo)
    await move_again(stores, bank, oslo, bonn)

    await stores.memories.delete(bank.id, oslo.memory.id)

    assert await standing(stores, bank, rome) == (State.SUPERSEDED, bonn.memory.id, MOVED_AGAIN)


async def test_a_superseded_memory_can_go_without_a_trace(
    stores: Stores, bank: Bank, rome: Record, oslo: Record
) -> None:
    await move(stores, bank, rome, oslo)

    await stores.memories.delete(bank.id, rome.memory.id)

    assert await standing(stores, bank, oslo) == (State.VALID, None, None)


async def test_making_a_superseded_memory_valid_cuts_it_loose(
    stores: Stores, bank: Bank, rome: Record, oslo: Record
) -> None:
    await move(stores, bank, rome, oslo)

    done = await stores.memories.set_state(
        bank.id, rome.memory.id, State.VALID, reason="both are true"
    )

    assert done is True
    assert await read(stores, bank, rome) == rome.memory


async def test_a_wrong_memory_is_invalidated_with_a_reason_and_can_come_back(
    stores: Stores, bank: Bank, rome: Record
) -> None:
    await tell(stores, bank, (rome, "rome"))
    id = rome.memory.id

    await stores.memories.set_state(bank.id, id, State.INVALIDATED, reason="A joke.")

    wrong = await read(stores, bank, rome)
    assert (wrong.state, wrong.state_reason) == (State.INVALIDATED, "A joke.")

    await stores.memories.set_state(bank.id, id, State.VALID, reason="")

    assert await read(stores, bank, rome) == rome.memory


async def test_a_memory_that_was_wrong_replaces_nothing_until_it_is_valid_again(
    stores: Stores, bank: Bank, rome: Record, oslo: Record
) -> None:
    await move(stores, bank, rome, oslo)
    id = oslo.memory.id

    await stores.memories.set_state(bank.id, id, State.INVALIDATED, reason="A lie.")

    assert await standing(stores, bank, rome) == (State.VALID, None, None)

    await stores.memories.set_state(bank.id, id, State.VALID, reason="")

    assert await standing(stores, bank, rome) == (State.SUPERSEDED, oslo.memory.id, MOVED)


async def test_an_invalidated_memory_comes_back_as_superseded_if_it_was(
    stores: Stores, bank: Bank, rome: Record, oslo: Record
) -> None:
    await move(stores, bank, rome, oslo)
    id = rome.memory.id

    await stores.memories.set_state(bank.id, id, State.INVALIDATED, reason="A joke.")
    assert (await read(stores, bank, rome)).state is State.INVALIDATED
    await stores.memories.set_state(bank.id, id, State.VALID, reason="")

    assert await standing(stores, bank, rome) == (State.SUPERSEDED, oslo.memory.id, MOVED)


async def test_no_state_is_set_on_a_memory_that_is_not_there(stores: Stores, bank: Bank) -> None:
    gone = a_memory(bank=bank)

    for state in (State.VALID, State.INVALIDATED):
        done = await stores.memories.set_state(bank.id, gone.id, state, reason="")
        assert done is False


async def test_nobody_supersedes_by_hand(stores: Stores, bank: Bank, rome: Record) -> None:
    await tell(stores, bank, (rome, "rome"))

    with pytest.raises(InvalidRequest):
        await stores.memories.set_state(bank.id, rome.memory.id, State.SUPERSEDED, reason="")

    assert await read(stores, bank, rome) == rome.memory


async def test_evidence_does_not_count_while_its_memory_is_wrong(
    stores: Stores, bank: Bank, rome: Record
) -> None:
    belief = a_record(an_opinion(confidence=0.5, bank=bank))
    event = some_evidence(belief.memory, memory=rome.memory)
    await stores.memories.apply(changes_of(rome, belief, bank=bank, evidence=(event,)))
    id = rome.memory.id
    assert (await read(stores, bank, belief)).confidence == pytest.approx(0.5 + 0.1)

    await stores.memories.set_state(bank.id, id, State.INVALIDATED, reason="")

    assert (await read(stores, bank, belief)).confidence == pytest.approx(0.5)
    assert await stores.opinions.evidence(bank.id, belief.memory.id) == []

    await stores.memories.set_state(bank.id, id, State.VALID, reason="")

    assert (await read(stores, bank, belief)).confidence == pytest.approx(0.6)
    assert await stores.opinions.evidence(bank.id, belief.memory.id) == [event]


async def test_superseding_leaves_text_and_sources_alone(
    stores: Stores, bank: Bank, rome: Record, oslo: Record
) -> None:
    await move(stores, bank, rome, oslo)

    assert await read(stores, bank, rome) == replace(
        rome.memory,
        state=State.SUPERSEDED,
        superseded_by=oslo.memory.id,
        valid_until=MOVED,
    )


async def test_dates_follow_the_earliest_source_that_is_left(stores: Stores, bank: Bank) -> None:
    early, late, latest = day(2024, 2), day(2024, 4), day(2024, 6)
    letters = {name: a_document(name, bank=bank) for name in ("late", "early", "latest")}
    old = a_record(
        "Ann lives in Rome.",
        bank=bank,
        mentioned_at=day(2024, 1),
        sources=(a_source("rome", mentioned_at=day(2024, 1)),),
    )
    new = a_record(
        "Ann lives in Oslo.",
        bank=bank,
        mentioned_at=late,
        sources=(a_source("late", mentioned_at=late),),
    )
    await tell(stores, bank, (old, "rome"))
    ended = Supersession(old.memory.id, new.memory.id, late)
    await stores.memories.apply(
        changes_of(new, bank=bank, document=letters["late"], supersessions=(ended,))
    )

    for name, at in (("early", early), ("latest", latest)):
        again = Restatement(new.memory.id, a_source(name, mentioned_at=at))
        await stores.memories.apply(
            changes_of(bank=bank, document=letters[name], restatements=(again,))
        )
        memory = await read(stores, bank, new)
        assert (memory.mentioned_at, memory.occurred) == (early, Interval(early, early))
        assert (await read(stores, bank, old)).valid_until == early

    for name, left in (("early", late), ("late", latest)):
        await stores.documents.delete(bank.id, DocumentId(name))
        memory = await read(stores, bank, new)
        assert (memory.mentioned_at, memory.occurred) == (left, Interval(left, left))
        assert (await read(stores, bank, old)).valid_until == left
