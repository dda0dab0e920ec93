"""No bank ever sees another's, whatever they are called."""

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Restatement
from tacitus.domain.errors import Conflict
from tacitus.domain.graph import LinkType
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage, State
from tacitus.domain.recollection import Filters
from tacitus.domain.time import Interval
from tacitus.ports.storage import Stores
from tests.builders import (
    NOON,
    a_chunk,
    a_document,
    a_job,
    a_mention,
    a_record,
    a_source,
    a_vector,
    an_entity,
    an_opinion,
    changes_of,
    day,
    some_evidence,
)
from tests.contracts.stores import NewBank

TODAY = Interval(day(2024, 5, 6), day(2024, 5, 7))


@pytest.mark.parametrize(
    ("one", "other"),
    [(("x_y", "z"), ("x", "y_z")), (("a/b", "c"), ("a", "b/c")), (("a", ""), ("", "a"))],
)
async def test_names_that_run_together_do_not_mix(
    stores: Stores, new_bank: NewBank, one: tuple[str, str], other: tuple[str, str]
) -> None:
    banks: list[Bank] = []
    for bank_name, document in (one, other):
        bank = await new_bank(bank_name or "no name")
        banks.append(bank)
        record = a_record(f"In {bank.id}.", bank=bank, sources=(a_source(document),))
        await stores.memories.apply(
            changes_of(
                record, bank=bank, document=a_document(document, record.memory.text, bank=bank)
            )
        )

    for bank, (_, document) in zip(banks, (one, other), strict=True):
        [memory], _ = await stores.memories.page(bank.id, MemoryPage())
        [chunk] = await stores.documents.chunks(bank.id, DocumentId(document))
        kept = await stores.documents.find(bank.id, DocumentId(document))
        assert kept is not None
        assert memory.text == chunk.text == kept.text == f"In {bank.id}."


async def test_nothing_of_one_bank_is_found_through_another(
    stores: Stores, new_bank: NewBank
) -> None:
    bank, stranger = await new_bank("mine"), await new_bank("theirs")
    fact = a_record("Ann likes snow.", bank=bank, sources=(a_source(),), state_key="ann|likes")
    second = a_record("Ann likes rain.", bank=bank)
    belief = a_record(an_opinion(bank=bank))
    ann = an_entity("Ann", bank=bank)
    job = a_job(bank=bank)
    await stores.memories.apply(
        changes_of(
            *(fact, second, belief),
            bank=bank,
            document=a_document(bank=bank),
            entities=(ann,),
            mentions=(a_mention(fact, ann), a_mention(second, ann)),
            evidence=(some_evidence(belief.memory, memory=fact.memory),),
            jobs=(job,),
        )
    )
    there, fact_id = stranger.id, fact.memory.id
    filters = Filters()

    assert await stores.memories.get(there, [fact_id]) == {}
    assert await stores.memories.resembling(there, [a_vector(1)], floor=-1, each=9) == [[]]
    assert await stores.memories.around(there, [NOON], seconds=1e9, each=9) == [[]]
    assert await stores.memories.stating(there, ["ann|likes"]) == {}
    assert await stores.index.semantic(there, a_vector(1), filters, 9) == []
    assert await stores.index.keyword(there, ["ann"], filters, 9) == []
    assert await stores.index.temporal(there, TODAY.start, TODAY.end, filters, 9) == []
    assert await stores.index.edges(there, [fact_id], filters, hops=2, fanout=9) == []
    assert await stores.entities.find(there, ann.id) is None
    assert await stores.entities.alike(there, ["ann"]) == []
    assert await stores.entities.companions(there, [ann.id]) == {ann.id: {}}
    assert await stores.opinions.evidence(there, belief.memory.id) == []
    assert await stores.opinions.held(there) is False
    assert await stores.opinions.touching(there, fact_id, a_vector(1), limit=9) == []
    assert await stores.queue.find(there, job.id) is None
    assert await stores.queue.cancel(there, job.id) is False


async def test_nothing_of_one_bank_is_changed_through_another(
    stores: Stores, new_bank: NewBank
) -> None:
    bank, stranger = await new_bank("mine"), await new_bank("theirs")
    fact = a_record("Ann likes snow.", bank=bank, sources=(a_source(),))
    belief = a_record(an_opinion(confidence=0.5, bank=bank))
    await stores.memories.apply(changes_of(fact, belief, bank=bank, document=a_document(bank=bank)))
    there, fact_id = stranger.id, fact.memory.id

    assert await stores.memories.delete(there, fact_id) is False
    assert await stores.memories.set_state(there, fact_id, State.INVALIDATED, reason="no") is False
    assert await stores.documents.delete(there, DocumentId("letter")) is None
    await stores.memories.accessed(there, {fact_id: 1})
    await stores.opinions.add(there, [some_evidence(belief.memory)])
    restating = changes_of(bank=stranger, restatements=(Restatement(fact_id, a_source("b")),))
    with pytest.raises(Conflict):
        await stores.memories.apply(restating)

    found = await stores.memories.get(bank.id, [fact_id, belief.memory.id])
    assert found[fact_id] == fact.memory
    assert found[belief.memory.id].confidence == 0.5


async def test_the_same_entity_and_document_live_in_two_banks_apart(
    stores: Stores, new_bank: NewBank
) -> None:
    banks = [await new_bank("mine"), await new_bank("theirs")]
    for bank, text in zip(banks, ("Ann ran.", "Ann swam."), strict=True):
        record = a_record(text, bank=bank, sources=(a_source(),))
        ann = an_entity("Ann", bank=bank)
        await stores.memories.apply(
            changes_of(
                record,
                bank=bank,
                document=a_document(text=text, bank=bank),
                chunks=(a_chunk(text),),
                entities=(ann,),
                mentions=(a_mention(record, ann),),
            )
        )

    await stores.documents.delete(banks[0].id, DocumentId("letter"))

    assert await stores.entities.alike(banks[0].id, ["ann"]) == []
    [ann] = await stores.entities.alike(banks[1].id, ["ann"])
    assert ann.mention_count == 1
    edges = await stores.index.keyword(banks[1].id, ["swam"], Filters(), 9)
    assert len(edges) == 1
    assert (await stores.banks.stats(banks[1].id)).links == {LinkType.ENTITY: 1}
