"""What `CurationStore` promises: what people put right is found as it now stands."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record, Resettlement, Supersession
from tacitus.domain.curation import Act, Held, MemoryChange
from tacitus.domain.errors import Conflict
from tacitus.domain.graph import Link, LinkType
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import Network, State
from tacitus.domain.recollection import Filters
from tacitus.domain.time import Interval
from tacitus.ports.storage import Stores
from tests.builders import (
    NOON,
    a_document,
    a_memory,
    a_record,
    a_source,
    a_vector,
    an_opinion,
    at_cosine,
    changes_of,
    day,
    some_evidence,
)

EDITED = MemoryChange(at=NOON, act=Act.EDITED, reason="misheard", before={"text": "It rained."})
REDATED = MemoryChange(at=NOON, act=Act.EDITED, before={"mentioned_at": NOON.isoformat()})


async def told(stores: Stores, bank: Bank) -> Record:
    record = a_record(
        bank=bank.id, sources=(a_source(),), context="letter", tags=("x",), state_key="a|b"
    )
    await stores.memories.apply(changes_of(record, bank=bank, document=a_document(bank=bank)))
    return record


def corrected(record: Record) -> Record:
    memory = replace(
        record.memory,
        text="It snowed heavily.",
        context="call",
        network=Network.EXPERIENCE,
        occurred=Interval(day(2024, 1), day(2024, 2)),
        tokens=3,
    )
    return Record(memory=memory, vector=a_vector(0, 1), terms=("snow", "heavi"), state_key=None)


async def test_an_edited_memory_says_what_it_was_given_and_keeps_the_rest(
    stores: Stores, bank: Bank
) -> None:
    record = await told(stores, bank)
    await stores.memories.accessed(bank.id, {record.memory.id: 3})

    assert await stores.curation.edit(bank.id, corrected(record), EDITED)

    found = (await stores.memories.get(bank.id, [record.memory.id]))[record.memory.id]
    assert found == replace(corrected(record).memory, access_count=3, accessed_at=found.accessed_at)
    assert await stores.memories.stating(bank.id, ["a|b"]) == {}


async def test_every_search_finds_it_as_it_now_stands(stores: Stores, bank: Bank) -> None:
    record = await told(stores, bank)
    await stores.curation.edit(bank.id, corrected(record), EDITED)
    index, id = stores.index, record.memory.id

    [near] = await index.semantic(bank.id, a_vector(0, 1), Filters(), 5)
    [spoken] = await index.keyword(bank.id, ["snow"], Filters(), 5)
    [timely] = await index.temporal(bank.id, day(2024, 1), day(2024, 2), Filters(), 5)

    assert {near.memory, spoken.memory, timely.memory} == {id}
    assert near.score > 0.99
    assert await index.keyword(bank.id, ["rained"], Filters(), 5) == []
    only = Filters(networks=frozenset({Network.WORLD}))
    assert await index.semantic(bank.id, a_vector(0, 1), only, 5) == []


async def test_words_are_counted_as_they_now_stand(stores: Stores, bank: Bank) -> None:
    """BM25 of "snow" is what it is in a bank in which that was said from the start."""
    record = await told(stores, bank)
    other = a_record("The sun shone.", bank=bank.id)
    await stores.memories.apply(changes_of(other, bank=bank))
    await stores.curation.edit(bank.id, corrected(record), EDITED)
    edited = await stores.index.keyword(bank.id, ["snow"], Filters(), 5)

    await stores.memories.delete(bank.id, record.memory.id)
    fresh = replace(corrected(record), memory=a_memory("It snowed heavily.", bank=bank))
    await stores.memories.apply(changes_of(fresh, bank=bank))
    anew = await stores.index.keyword(bank.id, ["snow"], Filters(), 5)

    assert [round(hit.score, 5) for hit in edited] == [round(hit.score, 5) for hit in anew]


async def test_links_of_likeness_go_and_stated_ones_stay(stores: Stores, bank: Bank) -> None:
    record, other = await told(stores, bank), a_record(bank=bank.id)
    kinds = (LinkType.SEMANTIC, LinkType.TEMPORAL, LinkType.CAUSES)
    links = tuple(Link(other.memory.id, record.memory.id, kind, 0.5) for kind in kinds)
    await stores.memories.apply(changes_of(other, bank=bank, links=links))

    await stores.curation.edit(bank.id, corrected(record), EDITED)

    left = await stores.surveys.links(bank.id, [record.memory.id, other.memory.id])
    assert left == [links[2]]


async def test_what_it_was_evidence_of_no_longer_counts(stores: Stores, bank: Bank) -> None:
    record = await told(stores, bank)
    belief = a_record(an_opinion(confidence=0.5, bank=bank), vector=at_cosine(0.1))
    await stores.memories.apply(changes_of(belief, bank=bank))
    await stores.opinions.add(bank.id, [some_evidence(belief.memory, memory=record.memory)])

    await stores.curation.edit(bank.id, corrected(record), EDITED)

    found = await stores.memories.get(bank.id, [belief.memory.id])
    assert found[belief.memory.id].confidence == 0.5
    assert await stores.opinions.evidence(bank.id, belief.memory.id) == []


async def test_a_new_date_is_that_of_its_sources_too(stores: Stores, bank: Bank) -> None:
    record = await told(stores, bank)
    later = NOON + timedelta(days=5)
    sources = (a_source(mentioned_at=later),)
    moved = replace(record, memory=replace(record.memory, mentioned_at=later, sources=sources))

    await stores.curation.edit(bank.id, moved, REDATED)

    found = (await stores.memories.get(bank.id, [record.memory.id]))[record.memory.id]
    assert (found.mentioned_at, found.sources) == (later, sources)


async def test_changes_are_remembered_latest_first_and_go_with_the_memory(
    stores: Stores, bank: Bank
) -> None:
    record = await told(stores, bank)
    id = record.memory.id
    doubted = MemoryChange(at=NOON, act=Act.INVALIDATED, reason="no")
    await stores.curation.edit(bank.id, corrected(record), EDITED)
    await stores.curation.note(bank.id, id, doubted)

    assert await stores.curation.history(bank.id, id) == [doubted, EDITED]
    await stores.memories.delete(bank.id, id)
    await stores.curation.note(bank.id, id, doubted)
    assert await stores.curation.history(bank.id, id) == []
    assert not await stores.curation.edit(bank.id, corrected(record), EDITED)


async def test_what_a_document_holds_by_hand_is_told_with_its_former_words_and_places(
    stores: Stores, bank: Bank
) -> None:
    places = (a_source(start=0, end=9), a_source(start=20, end=29, speaker="Ann"))
    edited = a_record("Rain.", bank=bank.id, sources=(*places, a_source("call")))
    wrong = a_record("Hail.", bank=bank.id, sources=(a_source(start=30, end=35),))
    doubted = a_record("Fog.", bank=bank.id, sources=(a_source(start=40, end=45),))
    plain = a_record("Wind.", bank=bank.id, sources=(a_source(start=25, end=32),))
    letter = a_document("letter", bank=bank)
    await stores.memories.apply(changes_of(bank=bank, document=a_document("call", bank=bank)))
    await stores.memories.apply(
        changes_of(edited, wrong, doubted, plain, bank=bank, document=letter)
    )
    right = replace(edited, memory=replace(edited.memory, text="Snow."))
    before = replace(EDITED, before={"text": "Rain."})

    assert await stores.documents.held(bank.id, letter.id) == []
    await stores.curation.edit(bank.id, right, before)
    await stores.memories.set_state(bank.id, wrong.memory.id, State.INVALIDATED, reason="no")
    for state in (State.INVALIDATED, State.VALID):
        await stores.memories.set_state(bank.id, doubted.memory.id, state, reason="")

    held = {one.memory: one for one in await stores.documents.held(bank.id, letter.id)}
    assert held == {
        edited.memory.id: Held(
            memory=edited.memory.id,
            texts=("Snow.", "Rain."),
            sources=places,
            shared=((25, 32),),
        ),
        wrong.memory.id: Held(
            memory=wrong.memory.id,
            texts=("Hail.",),
            sources=wrong.memory.sources,
            shared=((25, 32),),
        ),
    }
    found = await stores.documents.find(bank.id, letter.id)
    assert found is not None
    assert found.revision == 1 + 4


async def test_an_edit_of_what_no_longer_stands_there_is_refused_in_full(
    stores: Stores, bank: Bank
) -> None:
    record = await told(stores, bank)
    first, second = corrected(record), replace(record, memory=replace(record.memory, text="Hail."))
    await stores.curation.edit(bank.id, first, EDITED, seen=record.memory)

    with pytest.raises(Conflict):
        await stores.curation.edit(bank.id, second, EDITED, seen=record.memory)

    found = await stores.memories.get(bank.id, [record.memory.id])
    assert found[record.memory.id].text == first.memory.text
    assert await stores.curation.history(bank.id, record.memory.id) == [EDITED]
    assert await stores.curation.edit(bank.id, second, EDITED, seen=first.memory)


async def test_an_edit_says_what_it_replaces_from_now_on(stores: Stores, bank: Bank) -> None:
    record = await told(stores, bank)
    id = record.memory.id
    one, two = (a_record(bank=bank.id), a_record(bank=bank.id))
    old = Supersession(one.memory.id, id, day(2024, 6))
    await stores.memories.apply(changes_of(one, two, bank=bank, supersessions=(old,)))
    assert await stores.curation.replaced(bank.id, id) == [one.memory.id]
    new = Supersession(two.memory.id, id, day(2024, 7))

    settled = Resettlement(freed=(one.memory.id,), supersessions=(new,))
    await stores.curation.edit(bank.id, corrected(record), EDITED, settled=settled)

    found = await stores.memories.get(bank.id, [one.memory.id, two.memory.id])
    assert {
        key: (each.state, each.superseded_by, each.valid_until) for key, each in found.items()
    } == {
        one.memory.id: (State.VALID, None, None),
        two.memory.id: (State.SUPERSEDED, id, day(2024, 7)),
    }
    assert await stores.curation.replaced(bank.id, id) == [two.memory.id]


async def test_a_retagged_document_takes_what_was_read_in_it_along(
    stores: Stores, bank: Bank
) -> None:
    letter, call = DocumentId("letter"), DocumentId("call")
    ours = a_record(bank=bank.id, tags=("a", "own", "b"), sources=(a_source("letter"),))
    both = a_record(bank=bank.id, tags=("b", "c"), sources=(a_source("call"), a_source("letter")))
    theirs = a_record(bank=bank.id, tags=("a", "b"), sources=(a_source("call"),))
    tagged = a_document("letter", bank=bank, tags=("a", "b"))
    await stores.memories.apply(changes_of(bank=bank, document=a_document("call", bank=bank)))
    await stores.memories.apply(changes_of(ours, both, theirs, bank=bank, document=tagged))

    assert await stores.curation.retag(bank.id, letter, ["b", "new"])

    found = await stores.memories.get(bank.id, [r.memory.id for r in (ours, both, theirs)])
    assert [found[record.memory.id].tags for record in (ours, both, theirs)] == [
        ("own", "b", "new"),
        ("c", "b", "new"),
        ("a", "b"),
    ]
    document = await stores.documents.find(bank.id, letter)
    assert document is not None
    assert (document.tags, document.revision) == (("b", "new"), 2)
    assert not await stores.curation.retag(bank.id, DocumentId("none"), ["x"])
    assert await stores.documents.find(bank.id, call) is not None
