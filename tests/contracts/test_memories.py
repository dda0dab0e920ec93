"""What `MemoryStore` promises of reading memories."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Supersession
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.memories import Dating, MemoryPage, Network, State
from tacitus.domain.time import Interval
from tacitus.ports.storage import Stores
from tests.builders import (
    NOON,
    a_document,
    a_memory,
    a_mention,
    a_record,
    a_source,
    a_vector,
    an_entity,
    an_opinion,
    at_cosine,
    changes_of,
    day,
)


async def test_a_memory_comes_back_as_it_was_written(stores: Stores, bank: Bank) -> None:
    written = a_memory(
        "Ann möchte 雪.",
        bank=bank,
        network=Network.EXPERIENCE,
        mentioned_at=day(2024, 2),
        known_at=day(2024, 3),
        occurred=Interval(day(2023, 1), day(2024, 1)),
        dating=Dating.EXACT,
        tokens=7,
        speaker="Ann",
        context="Small talk",
        metadata={"turn": "D1:3", "ключ": "значение"},
        tags=("weather", "b", "a"),
        sources=(a_source(start=3, end=17, speaker="Ann", mentioned_at=day(2024, 2)),),
    )
    record = a_record(written)
    await stores.memories.apply(changes_of(record, bank=bank, document=a_document(bank=bank)))

    assert await stores.memories.get(bank.id, [written.id]) == {written.id: written}


async def test_what_is_not_known_stays_unknown(stores: Stores, bank: Bank) -> None:
    undated = a_memory(bank=bank, occurred=None, dating=Dating.UNDATED_RELATIVE, speaker=None)
    await stores.memories.apply(changes_of(a_record(undated), bank=bank))

    assert await stores.memories.get(bank.id, [undated.id]) == {undated.id: undated}


async def test_an_opinion_keeps_its_confidence(stores: Stores, bank: Bank) -> None:
    belief = an_opinion(confidence=0.35, bank=bank)
    await stores.memories.apply(changes_of(a_record(belief), bank=bank))

    found = await stores.memories.get(bank.id, [belief.id])
    assert found[belief.id].confidence == pytest.approx(0.35)


async def test_moments_keep_their_place_in_time_to_the_microsecond(
    stores: Stores, bank: Bank
) -> None:
    moment = NOON + timedelta(microseconds=123456)
    memory = a_memory(bank=bank, mentioned_at=moment)
    await stores.memories.apply(changes_of(a_record(memory), bank=bank))

    found = await stores.memories.get(bank.id, [memory.id])
    assert found[memory.id].mentioned_at == moment
    assert found[memory.id].mentioned_at.utcoffset() is not None
    assert found[memory.id].occurred == Interval(moment, moment)


async def test_memories_that_do_not_exist_are_left_out(stores: Stores, bank: Bank) -> None:
    record = a_record(bank=bank)
    await stores.memories.apply(changes_of(record, bank=bank))

    found = await stores.memories.get(bank.id, [a_memory().id, record.memory.id])

    assert list(found) == [record.memory.id]
    assert await stores.memories.get(bank.id, []) == {}


async def test_entities_are_read_by_name_in_alphabetical_order(stores: Stores, bank: Bank) -> None:
    record = a_record("Zoe met Ann in Oslo.", bank=bank)
    people = [an_entity(name, bank=bank) for name in ("Zoe", "Ann", "Oslo")]
    await stores.memories.apply(
        changes_of(
            record,
            bank=bank,
            entities=tuple(people),
            mentions=tuple(a_mention(record, entity) for entity in people),
        )
    )

    found = await stores.memories.get(bank.id, [record.memory.id])

    assert found[record.memory.id].entities == ("Ann", "Oslo", "Zoe")


async def test_accesses_are_counted(stores: Stores, bank: Bank) -> None:
    one, other = a_record("It rained.", bank=bank), a_record("It snowed.", bank=bank)
    await stores.memories.apply(changes_of(one, other, bank=bank))

    await stores.memories.accessed(bank.id, {one.memory.id: 1, other.memory.id: 3})
    await stores.memories.accessed(bank.id, {one.memory.id: 1, a_memory().id: 1})
    await stores.memories.accessed(bank.id, {})

    found = await stores.memories.get(bank.id, [one.memory.id, other.memory.id])
    assert [memory.access_count for memory in found.values()] == [2, 3]


# ------------------------------------------------------------------------ a page


async def titles(stores: Stores, bank: Bank, page: MemoryPage) -> list[str]:
    found, total = await stores.memories.page(bank.id, page)
    assert total == len(found)
    return [memory.text for memory in found]


async def test_a_page_shows_the_latest_mention_first(stores: Stores, bank: Bank) -> None:
    records = [
        a_record(f"Said in month {month}.", bank=bank, mentioned_at=day(2024, month))
        for month in (2, 5, 1, 4, 3)
    ]
    await stores.memories.apply(changes_of(*records, bank=bank))

    first, total = await stores.memories.page(bank.id, MemoryPage(limit=2))
    rest, same = await stores.memories.page(bank.id, MemoryPage(limit=10, offset=2))

    assert [memory.mentioned_at.month for memory in (*first, *rest)] == [5, 4, 3, 2, 1]
    assert total == same == 5


async def test_pages_of_memories_said_at_one_moment_hold_each_of_them_once(
    stores: Stores, bank: Bank
) -> None:
    records = [a_record(f"{number}", bank=bank) for number in range(7)]
    await stores.memories.apply(changes_of(*records, bank=bank))

    pages = [
        (await stores.memories.page(bank.id, MemoryPage(limit=2, offset=offset)))[0]
        for offset in (0, 2, 4, 6)
    ]

    assert sorted(memory.text for page in pages for memory in page) == list("0123456")


async def test_a_page_can_be_of_some_networks(stores: Stores, bank: Bank) -> None:
    await stores.memories.apply(
        changes_of(
            a_record("It rained.", bank=bank),
            a_record("I stayed in.", bank=bank, network=Network.EXPERIENCE),
            a_record(an_opinion("Rain is dull.", bank=bank)),
            bank=bank,
        )
    )

    asked = MemoryPage(networks=frozenset((Network.OPINION, Network.EXPERIENCE)))
    assert set(await titles(stores, bank, asked)) == {"I stayed in.", "Rain is dull."}


async def test_a_page_can_be_of_one_state(stores: Stores, bank: Bank) -> None:
    wrong, right = a_record("It rained.", bank=bank), a_record("It snowed.", bank=bank)
    await stores.memories.apply(changes_of(wrong, right, bank=bank))
    await stores.memories.set_state(bank.id, wrong.memory.id, State.INVALIDATED, reason="no")

    assert await titles(stores, bank, MemoryPage(state=State.VALID)) == ["It snowed."]
    assert await titles(stores, bank, MemoryPage(state=State.INVALIDATED)) == ["It rained."]
    assert await titles(stores, bank, MemoryPage(state=State.SUPERSEDED)) == []
    assert len(await titles(stores, bank, MemoryPage())) == 2


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("rain", ["Rain, 100% of it_all"]),
        ("100%", ["Rain, 100% of it_all"]),
        ("%", ["Rain, 100% of it_all"]),
        ("t_a", ["Rain, 100% of it_all"]),
        ("\\", ["C:\\snow"]),
        ("ÉTÉ", ["Un été froid"]),
        ("r_in", []),
        ("nothing", []),
    ],
)
async def test_a_page_can_be_of_texts_that_contain_some_words(
    stores: Stores, bank: Bank, words: str, found: list[str]
) -> None:
    texts = ("Rain, 100% of it_all", "C:\\snow", "Un été froid")
    await stores.memories.apply(changes_of(*(a_record(t, bank=bank) for t in texts), bank=bank))

    assert await titles(stores, bank, MemoryPage(words=words)) == found


async def test_a_page_can_be_of_one_document_or_one_entity(stores: Stores, bank: Bank) -> None:
    rain = a_record("Ann saw rain.", bank=bank, sources=(a_source("letter"),))
    snow = a_record("Ann saw snow.", bank=bank, sources=(a_source("diary"),))
    ann, nobody = an_entity("Ann", bank=bank), an_entity("Nobody", bank=bank)
    await stores.memories.apply(changes_of(rain, bank=bank, document=a_document(bank=bank)))
    await stores.memories.apply(
        changes_of(
            snow,
            bank=bank,
            document=a_document("diary", bank=bank),
            entities=(ann,),
            mentions=(a_mention(snow, ann),),
        )
    )

    in_letter = MemoryPage(document=DocumentId("letter"))
    assert await titles(stores, bank, in_letter) == ["Ann saw rain."]
    assert await titles(stores, bank, MemoryPage(document=DocumentId("none"))) == []
    assert await titles(stores, bank, MemoryPage(entity=ann.id)) == ["Ann saw snow."]
    assert await titles(stores, bank, MemoryPage(entity=nobody.id)) == []
    both = MemoryPage(document=DocumentId("letter"), entity=ann.id)
    assert await titles(stores, bank, both) == []


# ------------------------------------------------------------------------ near in meaning


async def test_each_vector_gets_the_nearest_memories_nearest_first(
    stores: Stores, bank: Bank
) -> None:
    cosines = (0.6, 0.9, 0.3, 0.8)
    records = [a_record(f"{c}", bank=bank, vector=at_cosine(c)) for c in cosines]
    await stores.memories.apply(changes_of(*records, bank=bank))

    near, sideways, opposite = await stores.memories.resembling(
        bank.id, [a_vector(1), a_vector(0, 1), a_vector(-1)], floor=0.5, each=2
    )

    assert [one.memory.text for one in near] == ["0.9", "0.8"]
    assert [one.cosine for one in near] == pytest.approx([0.9, 0.8], abs=1e-3)
    # The cosine with the second axis is sqrt(1 - c * c).
    assert [one.memory.text for one in sideways] == ["0.3", "0.6"]
    assert [one.cosine for one in sideways] == pytest.approx([0.91**0.5, 0.8], abs=1e-3)
    assert opposite == []


async def test_what_resembles_comes_without_what_hangs_on_it(stores: Stores, bank: Bank) -> None:
    ann = an_entity("Ann", bank=bank)
    fact = a_record("Ann likes snow.", bank=bank, sources=(a_source(),))
    await stores.memories.apply(
        changes_of(
            fact,
            bank=bank,
            document=a_document(bank=bank),
            entities=(ann,),
            mentions=(a_mention(fact, ann),),
        )
    )
    await stores.memories.accessed(bank.id, {fact.memory.id: 1})
    whole = (await stores.memories.get(bank.id, [fact.memory.id]))[fact.memory.id]

    [[one]] = await stores.memories.resembling(bank.id, [a_vector(1)], floor=0, each=3)

    assert whole.entities == ("Ann",)
    assert one.memory == replace(whole, entities=(), sources=(), access_count=0, accessed_at=None)


async def test_nothing_resembles_nothing(stores: Stores, bank: Bank) -> None:
    assert await stores.memories.resembling(bank.id, [], floor=0, each=3) == []
    assert await stores.memories.resembling(bank.id, [a_vector(1)], floor=0, each=3) == [[]]


async def test_only_valid_evidence_resembles(stores: Stores, bank: Bank) -> None:
    fact = a_record("fact", bank=bank)
    act = a_record("act", bank=bank, network=Network.EXPERIENCE)
    wrong = a_record("wrong", bank=bank)
    belief = a_record(an_opinion("belief", bank=bank))
    summary = a_record("summary", bank=bank, network=Network.OBSERVATION)
    await stores.memories.apply(changes_of(fact, act, wrong, belief, summary, bank=bank))
    await stores.memories.set_state(bank.id, wrong.memory.id, State.INVALIDATED, reason="")

    [near] = await stores.memories.resembling(bank.id, [a_vector(1)], floor=0, each=9)

    assert {one.memory.text for one in near} == {"fact", "act"}


# ------------------------------------------------------------------------ of one state


async def test_memories_of_a_state_key_come_latest_mention_first(
    stores: Stores, bank: Bank
) -> None:
    records = [
        a_record(
            f"Ann lives in {city}.", bank=bank, mentioned_at=day(2024, month), state_key="ann|lives"
        )
        for month, city in ((2, "Rome"), (3, "Oslo"), (1, "Bonn"))
    ]
    other = a_record("Bob lives in Kyiv.", bank=bank, state_key="bob|lives")
    keyless = a_record("It rained.", bank=bank)
    await stores.memories.apply(changes_of(*records, other, keyless, bank=bank))

    stating = await stores.memories.stating(bank.id, ["ann|lives", "eve|lives"])

    assert [memory.mentioned_at.month for memory in stating["ann|lives"]] == [3, 2, 1]
    assert list(stating) == ["ann|lives"]
    assert await stores.memories.stating(bank.id, []) == {}


async def test_what_was_so_states_its_key_after_what_is_so(stores: Stores, bank: Bank) -> None:
    months = [
        a_record(f"{n}", bank=bank, mentioned_at=day(2024, n), state_key="k") for n in (1, 2, 3, 4)
    ]
    ends = [
        Supersession(old.memory.id, new.memory.id, new.memory.mentioned_at)
        for old, new in pairwise(months[:3])
    ]
    await stores.memories.apply(changes_of(*months, bank=bank, supersessions=tuple(ends)))
    await stores.memories.set_state(
        bank.id, months[3].memory.id, State.INVALIDATED, reason="misheard"
    )

    stating = await stores.memories.stating(bank.id, ["k"])

    found = [(one.mentioned_at.month, one.valid_until) for one in stating["k"]]
    assert found == [(3, None), (2, day(2024, 3)), (1, day(2024, 2))]


async def test_at_most_twenty_valid_memories_of_evidence_state_a_key(
    stores: Stores, bank: Bank
) -> None:
    records = [a_record(f"{n}", bank=bank, state_key="k") for n in range(23)]
    belief = a_record(an_opinion(bank=bank), state_key="k", mentioned_at=day(2030, 1))
    wrong = a_record("wrong", bank=bank, state_key="k", mentioned_at=day(2030, 1))
    await stores.memories.apply(changes_of(*records, belief, wrong, bank=bank))
    await stores.memories.set_state(bank.id, wrong.memory.id, State.INVALIDATED, reason="")

    stating = await stores.memories.stating(bank.id, ["k"])

    assert len(stating["k"]) == 20
    assert {memory.text for memory in stating["k"]} <= {record.memory.text for record in records}


# ------------------------------------------------------------------------ near in time


async def test_each_moment_gets_the_memories_nearest_in_time(stores: Stores, bank: Bank) -> None:
    hours = (1, 2, 4, 12)
    records = [
        a_record(f"{h}", bank=bank, occurred=Interval(NOON + timedelta(hours=h), day(2025, 1)))
        for h in hours
    ]
    await stores.memories.apply(changes_of(*records, bank=bank))
    moments = [NOON + timedelta(hours=3, minutes=15), NOON - timedelta(hours=9)]

    late, early = await stores.memories.around(bank.id, moments, seconds=2 * 3600, each=2)

    # At 15:15 those of 16:00 and 14:00 are 45 and 75 minutes away.
    by_id = {record.memory.id: record.memory for record in records}
    assert [by_id[id].text for id, _ in late] == ["4", "2"]
    assert [start for _, start in late] == [NOON + timedelta(hours=4), NOON + timedelta(hours=2)]
    assert early == []


async def test_the_widest_distance_in_time_is_still_near(stores: Stores, bank: Bank) -> None:
    before = a_record("before", bank=bank, occurred=Interval(NOON, NOON))
    await stores.memories.apply(changes_of(before, bank=bank))
    minute, more = NOON + timedelta(seconds=60), NOON + timedelta(seconds=61)

    at, beyond = await stores.memories.around(bank.id, [minute, more], seconds=60, each=1)

    assert at == [(before.memory.id, NOON)]
    assert beyond == []


async def test_only_dated_valid_evidence_is_near_in_time(stores: Stores, bank: Bank) -> None:
    fact = a_record("fact", bank=bank)
    undated = a_record("undated", bank=bank, occurred=None)
    belief = a_record(an_opinion("belief", bank=bank))
    wrong = a_record("wrong", bank=bank)
    await stores.memories.apply(changes_of(fact, undated, belief, wrong, bank=bank))
    await stores.memories.set_state(bank.id, wrong.memory.id, State.INVALIDATED, reason="")

    [near] = await stores.memories.around(bank.id, [NOON], seconds=10, each=9)

    assert [MemoryId(id) for id, _ in near] == [fact.memory.id]
    assert await stores.memories.around(bank.id, [], seconds=10, each=9) == []
