"""What `IdentityStore` promises: what users decide of who is who, and how it is taken back."""

from datetime import timedelta

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record
from tacitus.domain.errors import Conflict, EntityNotFound, InvalidRequest
from tacitus.domain.graph import Entity, EntityType
from tacitus.domain.ids import EntityId
from tacitus.domain.operations import JobKind
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_job, a_mention, a_record, an_entity, changes_of
from tests.contracts.stores import NewBank

LATER = NOON + timedelta(days=1)


async def told(
    stores: Stores, bank: Bank, *said: tuple[str, Entity, str], at: int = 0
) -> list[Record]:
    """Store a record for each (text, entity, name it has there), known `at` days after noon."""
    known = NOON + timedelta(days=at)
    texts = {text: a_record(text, bank=bank, known_at=known) for text, _, _ in said}
    found = await stores.entities.alike(bank.id, [entity.key for _, entity, _ in said])
    there = {entity.id for entity in found}
    await stores.memories.apply(
        changes_of(
            *texts.values(),
            bank=bank,
            entities=tuple({e.id: e for _, e, _ in said if e.id not in there}.values()),
            mentions=tuple(a_mention(texts[text], e, name) for text, e, name in said),
        )
    )
    return list(texts.values())


async def mentioning(stores: Stores, bank: Bank, *records: Record) -> list[tuple[str, ...]]:
    found = await stores.memories.get(bank.id, [record.memory.id for record in records])
    return [found[record.memory.id].entities for record in records]


async def listed(stores: Stores, bank: Bank) -> dict[str, int]:
    found, _ = await stores.entities.page(bank.id, limit=99, offset=0)
    return {entity.name: entity.mention_count for entity in found}


async def state(stores: Stores, bank: Bank) -> list[Entity]:
    """Return all entities, without what was decided against."""
    found, _ = await stores.entities.page(bank.id, limit=99, offset=0)
    return sorted((_undecided(one) for one in found), key=lambda one: one.key)


def _undecided(entity: Entity) -> Entity:
    return Entity(
        id=entity.id,
        bank=entity.bank,
        name=entity.name,
        key=entity.key,
        type=entity.type,
        first_seen=entity.first_seen,
        last_seen=entity.last_seen,
        mention_count=entity.mention_count,
        aliases=tuple(sorted(entity.aliases)),
    )


# ------------------------------------------------------------------------ merge


async def test_merged_an_entity_has_the_forms_and_memories_of_both(
    stores: Stores, bank: Bank
) -> None:
    bob = an_entity("Bob", bank=bank, type=EntityType.OTHER)
    robert = an_entity("Robert", bank=bank, aliases=("robbie",))
    ran, swam, both = await told(
        stores,
        bank,
        ("Bob ran.", bob, "Bob"),
        ("Robert swam.", robert, "Robert"),
        ("Bob, that is Robert.", bob, "Bob"),
        ("Bob, that is Robert.", robert, "Robert"),
    )

    merged = await stores.identities.merge(bank.id, bob.id, robert.id, at=LATER)

    assert (merged.id, merged.name, merged.mention_count) == (bob.id, "Bob", 3)
    assert (merged.type, set(merged.aliases)) == (EntityType.PERSON, {"robert", "robbie"})
    assert await stores.entities.find(bank.id, bob.id) == merged
    assert await stores.entities.find(bank.id, robert.id) is None
    assert await mentioning(stores, bank, ran, swam, both) == [("Bob",)] * 3
    assert [one.id for one in await stores.entities.alike(bank.id, ["robbie"])] == [bob.id]


async def test_a_split_takes_a_merge_back(stores: Stores, bank: Bank) -> None:
    bob, robert = an_entity("Bob", bank=bank), an_entity("Robert", bank=bank, aliases=("rob",))
    records = await told(
        stores,
        bank,
        ("Bob ran.", bob, "Bob"),
        ("Robert swam.", robert, "Robert"),
        ("Bob met Robert.", bob, "Bob"),
        ("Bob met Robert.", robert, "Robert"),
    )
    before, mentions = await state(stores, bank), await mentioning(stores, bank, *records)
    await stores.identities.merge(bank.id, bob.id, robert.id, at=LATER)

    left, back = await stores.identities.split(bank.id, bob.id, "Robert", at=LATER)

    assert left is not None
    assert back is not None
    assert (left.id, back.id) == (bob.id, robert.id)
    assert await state(stores, bank) == before
    assert await mentioning(stores, bank, *records) == mentions
    assert [one.id for one in await stores.entities.alike(bank.id, ["rob"])] == [robert.id]


async def test_what_was_said_under_a_name_since_it_was_merged_goes_with_it(
    stores: Stores, bank: Bank
) -> None:
    bob, robert = an_entity("Bob", bank=bank), an_entity("Robert", bank=bank)
    await told(stores, bank, ("Bob ran.", bob, "Bob"), ("Bob called Robert.", bob, "Robert"))
    await told(stores, bank, ("Robert swam.", robert, "Robert"))
    await stores.identities.merge(bank.id, bob.id, robert.id, at=LATER)
    await told(stores, bank, ("Robert sang.", bob, "Robert"), ("Bob sat.", bob, "Bob"), at=2)

    await stores.identities.split(bank.id, bob.id, "Robert", at=LATER)

    # Two that were Bob's before the merge, one after it; Robert's one before, one after.
    assert await listed(stores, bank) == {"Bob": 2 + 1, "Robert": 1 + 1}


async def test_merges_on_merges_are_taken_back_one_by_one(stores: Stores, bank: Bank) -> None:
    ann, bea, cat = (an_entity(name, bank=bank) for name in ("Ann", "Bea", "Cat"))
    records = await told(
        stores,
        bank,
        *((f"{one.name} ran.", one, one.name) for one in (ann, bea, cat)),
        *(("All met.", one, one.name) for one in (ann, bea, cat)),
    )
    before, mentions = await state(stores, bank), await mentioning(stores, bank, *records)
    await stores.identities.merge(bank.id, bea.id, ann.id, at=LATER)
    two = await state(stores, bank)
    await stores.identities.merge(bank.id, cat.id, bea.id, at=LATER)
    assert await listed(stores, bank) == {"Cat": 4}

    await stores.identities.split(bank.id, cat.id, "Bea", at=LATER)
    assert await state(stores, bank) == two

    await stores.identities.split(bank.id, bea.id, "Ann", at=LATER)
    assert await state(stores, bank) == before
    assert await mentioning(stores, bank, *records) == mentions


async def test_the_first_of_two_merges_can_be_taken_back_alone(stores: Stores, bank: Bank) -> None:
    ann, bea, cat = (an_entity(name, bank=bank) for name in ("Ann", "Bea", "Cat"))
    await told(stores, bank, *((f"{one.name} ran.", one, one.name) for one in (ann, bea, cat)))
    await stores.identities.merge(bank.id, bea.id, ann.id, at=LATER)
    await stores.identities.merge(bank.id, cat.id, bea.id, at=LATER)

    await stores.identities.split(bank.id, cat.id, "Ann", at=LATER)
    assert await listed(stores, bank) == {"Cat": 2, "Ann": 1}

    await stores.identities.split(bank.id, cat.id, "Bea", at=LATER)
    assert await listed(stores, bank) == {"Ann": 1, "Bea": 1, "Cat": 1}


async def test_memories_deleted_between_merge_and_split_do_not_come_back(
    stores: Stores, bank: Bank
) -> None:
    bob, robert = an_entity("Bob", bank=bank), an_entity("Robert", bank=bank)
    _, swam = await told(stores, bank, ("Bob ran.", bob, "Bob"), ("Robert swam.", robert, "Robert"))
    await stores.identities.merge(bank.id, bob.id, robert.id, at=LATER)
    await stores.memories.delete(bank.id, swam.memory.id)

    left, back = await stores.identities.split(bank.id, bob.id, "Robert", at=LATER)

    assert left is not None
    assert (left.mention_count, left.aliases, back) == (1, (), None)
    assert await listed(stores, bank) == {"Bob": 1}


async def test_a_merge_with_itself_or_with_nobody_is_refused(stores: Stores, bank: Bank) -> None:
    bob, nobody = an_entity("Bob", bank=bank), an_entity("Nobody", bank=bank)
    await told(stores, bank, ("Bob ran.", bob, "Bob"))

    with pytest.raises(InvalidRequest):
        await stores.identities.merge(bank.id, bob.id, bob.id, at=LATER)
    with pytest.raises(EntityNotFound):
        await stores.identities.merge(bank.id, bob.id, nobody.id, at=LATER)
    assert await listed(stores, bank) == {"Bob": 1}


# ------------------------------------------------------------------------ split


async def test_split_off_a_name_takes_its_mentions_along(stores: Stores, bank: Bank) -> None:
    ann = an_entity("Ann Lee", bank=bank, aliases=("ann",))
    ran, swam = await told(
        stores, bank, ("Ann Lee ran.", ann, "Ann Lee"), ("Ann swam.", ann, "Ann")
    )

    left, other = await stores.identities.split(bank.id, ann.id, "Ann", at=LATER)

    assert left is not None
    assert other is not None
    assert (left.id, left.aliases, left.denied) == (ann.id, (), ("ann",))
    assert (other.name, other.key, other.type) == ("Ann", "ann", EntityType.PERSON)
    assert other.denied == ("ann lee",)
    assert await mentioning(stores, bank, ran, swam) == [("Ann Lee",), ("Ann",)]
    assert (left.first_seen, left.mention_count) == (ran.memory.mentioned_at, 1)


async def test_a_merge_takes_a_split_back(stores: Stores, bank: Bank) -> None:
    ann = an_entity("Ann Lee", bank=bank, aliases=("ann",))
    records = await told(stores, bank, ("Ann Lee ran.", ann, "Ann Lee"), ("Ann swam.", ann, "Ann"))
    _, other = await stores.identities.split(bank.id, ann.id, "Ann", at=LATER)
    assert other is not None

    merged = await stores.identities.merge(bank.id, ann.id, other.id, at=LATER)

    assert (merged.aliases, merged.denied, merged.mention_count) == (("ann",), (), 2)
    assert await mentioning(stores, bank, *records) == [("Ann Lee",)] * 2


async def test_a_name_that_no_memory_uses_is_only_denied(stores: Stores, bank: Bank) -> None:
    ann = an_entity("Ann Lee", bank=bank, aliases=("ann",))
    await told(stores, bank, ("Ann Lee ran.", ann, "Ann Lee"))

    left, other = await stores.identities.split(bank.id, ann.id, "Ann", at=LATER)

    assert left is not None
    assert (left.aliases, left.denied, other) == ((), ("ann",), None)


async def test_a_name_that_an_entity_does_not_have_cannot_be_split_off(
    stores: Stores, bank: Bank
) -> None:
    ann = an_entity("Ann Lee", bank=bank)
    await told(stores, bank, ("Ann Lee ran.", ann, "Ann Lee"))

    for name in ("Bob", "Ann Lee", ""):
        with pytest.raises(InvalidRequest):
            await stores.identities.split(bank.id, ann.id, name, at=LATER)
    with pytest.raises(EntityNotFound):
        await stores.identities.split(bank.id, EntityId(bank.id), "Ann", at=LATER)


# ------------------------------------------------------------------------ alias


async def test_an_alias_leads_to_its_entity_until_it_is_taken_back(
    stores: Stores, bank: Bank
) -> None:
    ann = an_entity("Ann Lee", bank=bank)
    await told(stores, bank, ("Ann Lee ran.", ann, "Ann Lee"))
    before = await state(stores, bank)

    named = await stores.identities.alias(bank.id, ann.id, "The Comet")
    assert named.aliases == ("comet",)
    assert [one.id for one in await stores.entities.alike(bank.id, ["comet"])] == [ann.id]
    assert await stores.identities.alias(bank.id, ann.id, "comet") == named

    await stores.identities.unalias(bank.id, ann.id, "Comet")
    assert await stores.entities.alike(bank.id, ["comet"]) == []
    assert await state(stores, bank) == before


async def test_a_form_means_one_entity_only(stores: Stores, bank: Bank) -> None:
    ann, bob = an_entity("Ann", bank=bank), an_entity("Bob", bank=bank, aliases=("bobby",))
    await told(stores, bank, ("Ann ran.", ann, "Ann"), ("Bob swam.", bob, "Bob"))

    for name in ("Bob", "bobby"):
        with pytest.raises(Conflict, match="means 'Bob' already"):
            await stores.identities.alias(bank.id, ann.id, name)
    with pytest.raises(InvalidRequest):
        await stores.identities.alias(bank.id, ann.id, "…")
    with pytest.raises(InvalidRequest, match="no alias"):
        await stores.identities.unalias(bank.id, ann.id, "bobby")


async def test_an_alias_that_came_with_a_merge_is_split_off_not_taken_back(
    stores: Stores, bank: Bank
) -> None:
    ann, bob = an_entity("Ann", bank=bank), an_entity("Bob", bank=bank)
    await told(stores, bank, ("Ann ran.", ann, "Ann"), ("Bob swam.", bob, "Bob"))
    await stores.identities.merge(bank.id, ann.id, bob.id, at=LATER)

    with pytest.raises(InvalidRequest, match="split that off"):
        await stores.identities.unalias(bank.id, ann.id, "Bob")


# ------------------------------------------------------------------------ with the rest


async def test_jobs_are_enqueued_with_what_is_decided_or_not_at_all(
    stores: Stores, bank: Bank
) -> None:
    ann, bob = an_entity("Ann", bank=bank), an_entity("Bob", bank=bank)
    await told(stores, bank, ("Ann ran.", ann, "Ann"), ("Bob swam.", bob, "Bob"))
    refused = a_job(bank=bank, kind=JobKind.OBSERVE)
    wanted = a_job(bank=bank, kind=JobKind.OBSERVE)

    with pytest.raises(InvalidRequest):
        await stores.identities.split(bank.id, ann.id, "Bob", at=LATER, jobs=[refused])
    await stores.identities.merge(bank.id, ann.id, bob.id, at=LATER, jobs=[wanted])

    found, _ = await stores.queue.page(bank.id, status=None, limit=9, offset=0)
    assert [operation.id for operation in found] == [wanted.id]


async def test_entities_of_another_bank_are_not_there(
    stores: Stores, bank: Bank, new_bank: NewBank
) -> None:
    ann, bob = an_entity("Ann", bank=bank), an_entity("Bob", bank=bank)
    await told(stores, bank, ("Ann ran.", ann, "Ann"), ("Bob swam.", bob, "Bob"))
    elsewhere = await new_bank("elsewhere")

    with pytest.raises(EntityNotFound):
        await stores.identities.merge(elsewhere.id, ann.id, bob.id, at=LATER)
    with pytest.raises(EntityNotFound):
        await stores.identities.alias(elsewhere.id, ann.id, "Annie")
