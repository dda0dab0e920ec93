"""What `EntityStore` promises, and how `MemoryStore.apply` merges entities."""

import asyncio

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record
from tacitus.domain.graph import Entity, EntityType
from tacitus.domain.memories import EVIDENCE, Network, State
from tacitus.ports.storage import Stores
from tests.builders import (
    a_mention,
    a_record,
    an_entity,
    an_opinion,
    changes_of,
    day,
)

EVERY_NETWORK = frozenset(Network)


async def told(stores: Stores, bank: Bank, *pairs: tuple[Record, tuple[Entity, ...]]) -> None:
    """Store records that mention entities, all new."""
    entities = dict.fromkeys(entity for _, mentioned in pairs for entity in mentioned)
    await stores.memories.apply(
        changes_of(
            *(record for record, _ in pairs),
            bank=bank,
            entities=tuple(entities),
            mentions=tuple(a_mention(r, e) for r, mentioned in pairs for e in mentioned),
        )
    )


async def test_an_entity_comes_back_with_the_memories_that_mention_it_counted(
    stores: Stores, bank: Bank
) -> None:
    ann = an_entity("Ann Lee", bank=bank, aliases=("annie", "a. lee"))
    ran = a_record("Ann ran.", bank=bank, mentioned_at=day(2024, 2))
    swam = a_record("Ann swam.", bank=bank, mentioned_at=day(2024, 8))
    await told(stores, bank, (ran, (ann,)), (swam, (ann,)))

    found = await stores.entities.find(bank.id, ann.id)

    assert found is not None
    assert (found.id, found.name, found.key) == (ann.id, "Ann Lee", "ann lee")
    assert (found.type, set(found.aliases)) == (EntityType.PERSON, {"annie", "a. lee"})
    assert found.mention_count == 2
    assert (found.first_seen, found.last_seen) == (day(2024, 2), day(2024, 8))


async def test_an_unknown_entity_is_none(stores: Stores, bank: Bank) -> None:
    nobody = an_entity("Nobody", bank=bank)

    assert await stores.entities.find(bank.id, nobody.id) is None
    assert (await stores.entities.observations(bank.id, [nobody.id])).get(nobody.id) is None
    found = await stores.entities.memories(bank.id, nobody.id, networks=EVERY_NETWORK, limit=9)
    assert found == []


async def test_a_new_entity_with_a_known_key_becomes_the_known_one(
    stores: Stores, bank: Bank
) -> None:
    ran, swam = a_record("Ann ran.", bank=bank), a_record("ANN swam.", bank=bank)
    first = an_entity("Ann", bank=bank, type=EntityType.OTHER, aliases=("annie",))
    second = an_entity("ANN", bank=bank, type=EntityType.PERSON, aliases=("nan",))
    await told(stores, bank, (ran, (first,)))

    await told(stores, bank, (swam, (second,)))

    [ann], total = await stores.entities.page(bank.id, limit=9, offset=0)
    assert (total, ann.id, ann.name, ann.mention_count) == (1, first.id, "Ann", 2)
    assert (ann.type, set(ann.aliases)) == (EntityType.PERSON, {"annie", "nan"})
    assert await stores.entities.find(bank.id, second.id) is None
    found = await stores.memories.get(bank.id, [swam.memory.id])
    assert found[swam.memory.id].entities == ("Ann",)


async def test_a_known_type_is_not_changed_by_another(stores: Stores, bank: Bank) -> None:
    city = an_entity("Florence", bank=bank, type=EntityType.LOCATION)
    await told(stores, bank, (a_record("In Florence.", bank=bank), (city,)))
    person = an_entity("Florence", bank=bank, type=EntityType.PERSON)

    await told(stores, bank, (a_record("Florence sang.", bank=bank), (person,)))

    found = await stores.entities.find(bank.id, city.id)
    assert found is not None
    assert found.type is EntityType.LOCATION


async def test_writers_at_the_same_time_make_one_entity_of_a_key(
    stores: Stores, bank: Bank
) -> None:
    records = [a_record(f"Ann ran {n} miles.", bank=bank) for n in range(8)]

    await asyncio.gather(
        *(told(stores, bank, (record, (an_entity("Ann", bank=bank),))) for record in records)
    )

    [ann], total = await stores.entities.page(bank.id, limit=9, offset=0)
    assert (total, ann.mention_count) == (1, 8)
    found = await stores.memories.get(bank.id, [record.memory.id for record in records])
    assert [memory.entities for memory in found.values()] == [("Ann",)] * 8


async def test_a_memory_that_names_an_entity_twice_mentions_it_once(
    stores: Stores, bank: Bank
) -> None:
    record, ann = a_record("Ann and Annie are one.", bank=bank), an_entity("Ann", bank=bank)

    await stores.memories.apply(
        changes_of(
            record,
            bank=bank,
            entities=(ann,),
            mentions=(a_mention(record, ann), a_mention(record, ann, "Annie")),
        )
    )

    found = await stores.entities.find(bank.id, ann.id)
    assert found is not None
    assert found.mention_count == 1


async def test_an_entity_goes_with_its_last_mention_and_its_name_can_be_learnt_again(
    stores: Stores, bank: Bank
) -> None:
    ran, swam = a_record("Ann ran.", bank=bank), a_record("Ann swam.", bank=bank)
    ann, again = an_entity("Ann", bank=bank), an_entity("Ann", bank=bank)
    await told(stores, bank, (ran, (ann,)), (swam, (ann,)))

    await stores.memories.delete(bank.id, ran.memory.id)
    assert await stores.entities.find(bank.id, ann.id) is not None
    await stores.memories.delete(bank.id, swam.memory.id)
    assert await stores.entities.find(bank.id, ann.id) is None

    await told(stores, bank, (a_record("Ann sang.", bank=bank), (again,)))
    [found] = await stores.entities.alike(bank.id, ["ann"])
    assert found.id == again.id


# ------------------------------------------------------------------------ alike


async def alike(stores: Stores, bank: Bank, *keys: str) -> set[str]:
    return {entity.name for entity in await stores.entities.alike(bank.id, keys)}


async def test_alike_are_those_with_the_same_name_alias_or_a_word_in_common(
    stores: Stores, bank: Bank
) -> None:
    people = (
        an_entity("Ann Lee", bank=bank),
        an_entity("Bruce Lee", bank=bank),
        an_entity("Robert", bank=bank, aliases=("bob", "big bob")),
        an_entity("Leeds", bank=bank),
        an_entity("東京", bank=bank),
    )
    await told(stores, bank, (a_record(bank=bank), people))

    assert await alike(stores, bank, "ann lee") == {"Ann Lee", "Bruce Lee"}
    assert await alike(stores, bank, "bob") == {"Robert"}
    assert await alike(stores, bank, "big ben") == {"Robert"}
    assert await alike(stores, bank, "東京", "leeds united") == {"東京", "Leeds"}
    assert await alike(stores, bank, "l", "%", "") == set()
    assert await alike(stores, bank) == set()


# ------------------------------------------------------------------------ companions


async def test_companions_are_counted_by_the_memories_they_share(
    stores: Stores, bank: Bank
) -> None:
    ann, bob, eve = (an_entity(name, bank=bank) for name in ("Ann", "Bob", "Eve"))
    await told(
        stores,
        bank,
        (a_record("Ann, Bob.", bank=bank), (ann, bob)),
        (a_record("Ann, Bob, Eve.", bank=bank), (ann, bob, eve)),
        (a_record("Ann.", bank=bank), (ann,)),
    )
    nobody = an_entity("Nobody", bank=bank)

    found = await stores.entities.companions(bank.id, [ann.id, eve.id, nobody.id])

    assert found == {
        ann.id: {bob.id: 2, eve.id: 1},
        eve.id: {ann.id: 1, bob.id: 1},
        nobody.id: {},
    }
    assert await stores.entities.companions(bank.id, []) == {}


async def test_only_the_fifty_closest_companions_are_given(stores: Stores, bank: Bank) -> None:
    ann, bob = an_entity("Ann", bank=bank), an_entity("Bob", bank=bank)
    crowd = tuple(an_entity(f"Guest {n}", bank=bank) for n in range(60))
    await told(
        stores,
        bank,
        (a_record("A party.", bank=bank), (ann, bob, *crowd)),
        (a_record("The day after.", bank=bank), (ann, bob)),
    )

    companions = (await stores.entities.companions(bank.id, [ann.id]))[ann.id]

    assert len(companions) == 50
    assert companions[bob.id] == 2


# ------------------------------------------------------------------------ lists


async def test_entities_are_listed_most_mentioned_first_then_by_key(
    stores: Stores, bank: Bank
) -> None:
    ann, bob, eve = (an_entity(name, bank=bank) for name in ("Ann", "Bob", "Eve"))
    await told(
        stores,
        bank,
        (a_record("One.", bank=bank), (eve, bob, ann)),
        (a_record("Two.", bank=bank), (eve,)),
    )

    first, total = await stores.entities.page(bank.id, limit=2, offset=0)
    rest, _ = await stores.entities.page(bank.id, limit=2, offset=2)

    assert [entity.name for entity in (*first, *rest)] == ["Eve", "Ann", "Bob"]
    assert (total, first[0].mention_count) == (3, 2)


async def test_valid_memories_of_an_entity_come_latest_mention_first(
    stores: Stores, bank: Bank
) -> None:
    ann = an_entity("Ann", bank=bank)
    months = [
        a_record(f"{month}", bank=bank, mentioned_at=day(2024, month)) for month in (2, 4, 1, 3)
    ]
    belief = a_record(an_opinion(bank=bank))
    wrong = a_record("wrong", bank=bank, mentioned_at=day(2024, 12))
    await told(stores, bank, *((record, (ann,)) for record in (*months, belief, wrong)))
    await stores.memories.set_state(bank.id, wrong.memory.id, State.INVALIDATED, reason="")

    latest = await stores.entities.memories(bank.id, ann.id, networks=frozenset(EVIDENCE), limit=3)

    assert [memory.text for memory in latest] == ["4", "3", "2"]
    assert latest[0].entities == ("Ann",)


async def test_the_observation_of_an_entity_is_the_latest_valid_one(
    stores: Stores, bank: Bank
) -> None:
    ann = an_entity("Ann", bank=bank)
    fact = a_record("Ann ran.", bank=bank, mentioned_at=day(2025, 1))
    old, new = (
        a_record(
            f"Summary of month {month}.",
            bank=bank,
            network=Network.OBSERVATION,
            mentioned_at=day(2024, month),
            proof_count=month,
        )
        for month in (1, 2)
    )
    await told(stores, bank, (fact, (ann,)))
    assert (await stores.entities.observations(bank.id, [ann.id])).get(ann.id) is None
    await stores.memories.apply(
        changes_of(*(old, new), bank=bank, mentions=(a_mention(old, ann), a_mention(new, ann)))
    )

    found = (await stores.entities.observations(bank.id, [ann.id])).get(ann.id)
    assert found is not None
    assert (found.text, found.proof_count) == ("Summary of month 2.", 2)

    await stores.memories.set_state(bank.id, new.memory.id, State.INVALIDATED, reason="")
    found = (await stores.entities.observations(bank.id, [ann.id])).get(ann.id)
    assert found is not None
    assert found.text == "Summary of month 1."


async def test_when_evidence_of_an_entity_was_last_learnt_is_told(
    stores: Stores, bank: Bank
) -> None:
    ann, ben, nobody = (an_entity(name, bank=bank) for name in ("Ann", "Ben", "Nobody"))
    first, second, last = (
        a_record(f"Fact {n}.", bank=bank, known_at=day(2024, n), mentioned_at=day(2024, 12 - n))
        for n in (1, 2, 3)
    )
    summary = a_record("Summary.", bank=bank, network=Network.OBSERVATION, known_at=day(2024, 9))
    await told(
        stores, bank, (first, (ann, ben)), (second, (ann,)), (last, (ann,)), (summary, (ben,))
    )
    await stores.memories.set_state(bank.id, last.memory.id, State.INVALIDATED, reason="")

    learnt = await stores.entities.learnt(bank.id, [ann.id, ben.id, nobody.id])

    assert learnt == {ann.id: day(2024, 2), ben.id: day(2024, 1)}
    assert await stores.entities.learnt(bank.id, []) == {}
