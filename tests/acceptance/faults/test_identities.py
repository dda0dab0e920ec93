"""What a user decided of who is who: later retains respect it."""

import pytest

from tacitus.domain.graph import Entity, EntityType, Surface
from tacitus.domain.ids import DocumentId
from tests.acceptance.faults.banks import Bank, on

PAIRS = [
    ("Robert Smith", "Robert Smith Jr"),
    ("pinboard-api", "pinboard_gateway"),
    ("Katarina Holm", "Caterina Holm"),
    ("University of Oslo", "UiO"),
]
LOOKALIKES = [
    ("Caroline Meyer", "Caroline"),
    ("pinboard-api", "pinboard api"),
    ("Joanna Reyes Ortega", "Joanna"),
    ("Bartholomew Quince", "Bartholmew Quince"),
]


async def spoken_of(bank: Bank, name: str, number: int) -> None:
    await bank.retain(
        f"In year {number} the news about {name} were good.",
        on(2000 + number),
        document=f"{name} {number}",
        entities=(Surface(name, EntityType.OTHER),),
    )


async def entity(bank: Bank, name: str) -> Entity:
    return await bank.engine.identities.find(bank.name, name)


async def counts(bank: Bank, *names: str) -> list[int]:
    found = {one.name: one.mention_count for one in await bank.entities()}
    return [found.get(name, 0) for name in names]


async def split_off(bank: Bank, one: str, other: str) -> None:
    await bank.engine.identities.split(bank.name, (await entity(bank, one)).id, other)


@pytest.mark.parametrize(("one", "other"), PAIRS)
async def test_a_merged_name_means_the_entity_it_was_merged_into(
    bank: Bank, one: str, other: str
) -> None:
    await spoken_of(bank, one, 1)
    await spoken_of(bank, other, 2)
    assert await counts(bank, one, other) == [1, 1]
    ids = [(await entity(bank, name)).id for name in (one, other)]

    await bank.engine.identities.merge(bank.name, *ids)
    await spoken_of(bank, other, 3)

    assert await counts(bank, one, other) == [3, 0]


@pytest.mark.parametrize(("one", "other"), PAIRS)
async def test_an_alias_means_its_entity(bank: Bank, one: str, other: str) -> None:
    await spoken_of(bank, one, 1)

    await bank.engine.identities.alias(bank.name, (await entity(bank, one)).id, other)
    await spoken_of(bank, other, 2)

    assert await counts(bank, one, other) == [2, 0]


@pytest.mark.parametrize(("one", "other"), LOOKALIKES)
async def test_a_split_pair_never_merges_again(bank: Bank, one: str, other: str) -> None:
    await spoken_of(bank, one, 1)
    await spoken_of(bank, other, 2)
    assert await counts(bank, one, other) == [2, 0]  # alike enough to be taken for one

    await split_off(bank, one, other)
    for number in (3, 4):
        await spoken_of(bank, other, number)
        await spoken_of(bank, one, number)

    assert await counts(bank, one, other) == [1 + 2, 1 + 2]


@pytest.mark.parametrize(("one", "other"), LOOKALIKES)
async def test_a_split_holds_when_the_one_that_was_split_off_is_gone(
    bank: Bank, one: str, other: str
) -> None:
    await spoken_of(bank, one, 1)
    await spoken_of(bank, other, 2)
    await split_off(bank, one, other)
    await bank.engine.delete_document(bank.name, DocumentId(f"{other} 2"))
    assert await counts(bank, one, other) == [1, 0]

    await spoken_of(bank, other, 3)

    assert await counts(bank, one, other) == [1, 1]


@pytest.mark.database
async def test_decisions_are_kept_in_the_database(stored_bank: Bank) -> None:
    one, other = LOOKALIKES[0]
    await spoken_of(stored_bank, one, 1)
    await spoken_of(stored_bank, other, 2)

    await split_off(stored_bank, one, other)
    await spoken_of(stored_bank, other, 3)

    assert await counts(stored_bank, one, other) == [1, 2]
