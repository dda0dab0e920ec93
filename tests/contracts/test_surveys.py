"""What `SurveyStore` promises: looks across a bank."""

from dataclasses import replace
from datetime import timedelta

from tacitus.domain.banks import Bank
from tacitus.domain.graph import Link, LinkType
from tacitus.domain.memories import Network, State
from tacitus.domain.surveys import Company, Period, TimeField, buckets
from tacitus.domain.time import Interval
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_mention, a_record, an_entity, changes_of, day
from tests.contracts.stores import NewBank


async def test_tags_are_counted_the_most_used_first(stores: Stores, bank: Bank) -> None:
    tagged = [("a", "user:ann"), ("a",), ("a", "b"), ("b", "User:Ben"), (), ("50%_*",)]
    await stores.memories.apply(
        changes_of(*(a_record(bank=bank.id, tags=tags) for tags in tagged), bank=bank)
    )

    async def tags(like: str = "", limit: int = 10, offset: int = 0) -> object:
        return await stores.surveys.tags(bank.id, like=like, limit=limit, offset=offset)

    assert await tags() == (
        [("a", 3), ("b", 2), ("50%_*", 1), ("User:Ben", 1), ("user:ann", 1)],
        5,
    )
    assert await tags(limit=1, offset=1) == ([("b", 2)], 5)
    assert await tags(offset=9) == ([], 5)
    assert await tags("user:*") == ([("User:Ben", 1), ("user:ann", 1)], 2)
    assert await tags("*n") == ([("User:Ben", 1), ("user:ann", 1)], 2)
    assert await tags("A") == ([("a", 3)], 1)
    for nothing in ("_", "%", "?", "[ab]", "user"):
        assert await tags(nothing) == ([], 0)


async def test_tags_of_another_bank_are_not_seen(stores: Stores, new_bank: NewBank) -> None:
    ours, theirs = await new_bank("ours"), await new_bank("theirs")
    await stores.memories.apply(changes_of(a_record(bank=theirs.id, tags=("x",)), bank=theirs))

    assert await stores.surveys.tags(ours.id, like="", limit=10, offset=0) == ([], 0)


async def test_what_is_made_of_memories_names_them(stores: Stores, bank: Bank) -> None:
    one, other = a_record(bank=bank.id), a_record(bank=bank.id)
    made = a_record("Rex barks.", bank=bank.id, network=Network.OBSERVATION)
    basis = (other.memory.id, one.memory.id)
    await stores.memories.apply(
        changes_of(one, other, made, bank=bank, drawn_from=((made.memory.id, basis),))
    )

    found = await stores.surveys.bases(bank.id, [made.memory.id, one.memory.id])

    assert found == {made.memory.id: (one.memory.id, other.memory.id)}
    assert await stores.surveys.bases(bank.id, []) == {}


async def test_links_between_memories_are_the_stored_ones_heaviest_first(
    stores: Stores, bank: Bank
) -> None:
    a, b, c = (a_record(bank=bank.id) for _ in range(3))
    light = Link(a.memory.id, b.memory.id, LinkType.SEMANTIC, 0.5)
    heavy = Link(b.memory.id, a.memory.id, LinkType.CAUSES, 1.0)
    outside = Link(a.memory.id, c.memory.id, LinkType.TEMPORAL, 0.9)
    await stores.memories.apply(changes_of(a, b, c, bank=bank, links=(light, heavy, outside)))

    ids = [a.memory.id, b.memory.id]
    assert await stores.surveys.links(bank.id, ids) == [heavy, light]
    assert await stores.surveys.links(bank.id, []) == []


async def test_entities_keep_company_in_valid_memories(stores: Stores, bank: Bank) -> None:
    ann, ben, cleo = (an_entity(name, bank=bank) for name in ("Ann", "Ben", "Cleo"))
    later = NOON + timedelta(days=3)
    together = [
        a_record(bank=bank.id),
        a_record(bank=bank.id, mentioned_at=later),
        a_record(bank=bank.id, mentioned_at=later),
    ]
    wrong = a_record(bank=bank.id, mentioned_at=later + timedelta(days=1))
    mentions = [a_mention(record, who) for record in (*together, wrong) for who in (ann, ben)]
    mentions.append(a_mention(together[0], cleo))
    await stores.memories.apply(
        changes_of(*together, wrong, bank=bank, entities=(ann, ben, cleo), mentions=tuple(mentions))
    )
    await stores.memories.set_state(bank.id, wrong.memory.id, State.INVALIDATED, reason="")

    everybody, total = await stores.surveys.company(bank.id, least=1, limit=10)

    assert everybody[0] == Company(*sorted((ann.id, ben.id)), 3, later)  # type: ignore[misc]
    assert [pair.memories for pair in everybody] == [3, 1, 1]
    assert total == 3
    assert await stores.surveys.company(bank.id, least=2, limit=10) == (everybody[:1], 1)
    assert await stores.surveys.company(bank.id, least=1, limit=1) == (everybody[:1], 3)
    assert await stores.surveys.company(bank.id, least=9, limit=1) == ([], 0)


async def test_entities_are_read_at_once_the_most_mentioned_first(
    stores: Stores, bank: Bank
) -> None:
    ann, ben, cleo = (an_entity(name, bank=bank) for name in ("Ann", "Ben", "Cleo"))
    one, other = a_record(bank=bank.id), a_record(bank=bank.id)
    mentions = (a_mention(one, ann), a_mention(one, ben), a_mention(other, ben))
    mentions = (*mentions, a_mention(other, cleo))
    await stores.memories.apply(
        changes_of(one, other, bank=bank, entities=(ann, ben, cleo), mentions=mentions)
    )

    found = await stores.surveys.entities(bank.id, [ann.id, ben.id])

    assert [(entity.name, entity.mention_count) for entity in found] == [("Ben", 2), ("Ann", 1)]
    assert await stores.surveys.entities(bank.id, []) == []


async def test_growth_is_counted_by_the_time_asked_for(stores: Stores, bank: Bank) -> None:
    week = buckets(Period.WEEK, NOON)
    told = [
        a_record(bank=bank.id, known_at=week.start),
        a_record(bank=bank.id, known_at=week.end - timedelta(seconds=1)),
        a_record(bank=bank.id, known_at=week.start - timedelta(seconds=1)),
        a_record(bank=bank.id, known_at=week.end),
    ]
    long_ago = a_record(
        bank=bank.id,
        network=Network.EXPERIENCE,
        known_at=NOON,
        mentioned_at=day(2001, 1),
        occurred=Interval(week.start, week.end),
    )
    undated = replace(long_ago, memory=a_record(bank=bank.id).memory)
    undated = replace(undated, memory=replace(undated.memory, occurred=None, known_at=NOON))
    await stores.memories.apply(changes_of(*told, long_ago, undated, bank=bank))

    async def growth(by: TimeField) -> object:
        return await stores.surveys.growth(bank.id, week, by)

    world, experience = Network.WORLD, Network.EXPERIENCE
    assert await growth(TimeField.LEARNT) == {(0, world): 1, (6, world): 2, (6, experience): 1}
    assert await growth(TimeField.SAID) == {(6, world): 5}
    assert await growth(TimeField.HAPPENED) == {(6, world): 5, (0, experience): 1}
