"""What users decide of entities, through the engine."""

import pytest

from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import BankNotFound, EntityNotFound
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.operations import JobKind
from tacitus.engine import Engine


async def spoken_of(engine: Engine, name: str, times: int) -> None:
    for number in range(times):
        await engine.retain(
            "notes",
            RetainItem(
                content=f"On day {number} the news about {name} were good.",
                entities=(Surface(name, EntityType.OTHER),),
            ),
        )


async def summaries(engine: Engine) -> list[object]:
    """Return the entities that wait to be summarised."""
    waiting, _ = await engine.operations("notes")
    return [one.payload["entity"] for one in waiting if one.kind is JobKind.OBSERVE]


async def test_an_entity_is_found_by_id_name_or_alias(engine: Engine) -> None:
    await spoken_of(engine, "pinboard-api", 1)
    [entity], _ = await engine.entities("notes")
    await engine.identities.alias("notes", entity.id, "the board")

    for called in (str(entity.id), "Pinboard-API", "board"):
        assert (await engine.identities.find("notes", called)).id == entity.id
    for called in ("pinboard", "00000000-0000-0000-0000-000000000007", ""):
        with pytest.raises(EntityNotFound):
            await engine.identities.find("notes", called)
    with pytest.raises(BankNotFound):
        await engine.identities.find("elsewhere", "pinboard-api")


async def test_together_much_spoken_of_two_are_summarised_as_one(engine: Engine) -> None:
    await spoken_of(engine, "Oslo", 3)
    await spoken_of(engine, "Tigerstaden", 2)
    assert await summaries(engine) == []
    oslo = await engine.identities.find("notes", "Oslo")
    tiger = await engine.identities.find("notes", "Tigerstaden")

    await engine.identities.merge("notes", oslo.id, tiger.id)

    assert await summaries(engine) == [str(oslo.id)]


async def test_two_of_whom_little_is_known_are_merged_without_a_summary(engine: Engine) -> None:
    await spoken_of(engine, "Oslo", 2)
    await spoken_of(engine, "Tigerstaden", 2)
    oslo = await engine.identities.find("notes", "Oslo")

    tiger = await engine.identities.find("notes", "Tigerstaden")
    await engine.identities.merge("notes", oslo.id, tiger.id)
    await engine.identities.split("notes", oslo.id, "Tigerstaden")

    assert await summaries(engine) == []
