"""Step 7 of retain: names to entities."""

from datetime import timedelta

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory import open_in_memory
from tacitus.domain.changes import Changes, Draft, Record
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.memories import Dating, Network
from tacitus.retain.resolve import resolve
from tacitus.retain.stages import Resolved
from tests.builders import NOON, a_bank, a_record

BANK = a_bank()


def draft(speaker: str | None, *names: str) -> Draft:
    return Draft(
        text="x",
        network=Network.WORLD,
        chunk=0,
        start=0,
        end=1,
        occurred=None,
        dating=Dating.MENTION,
        mentioned_at=NOON,
        speaker=speaker,
        surfaces=tuple(Surface(name, EntityType.OTHER) for name in names),
    )


async def resolved(*drafts: Draft, before: Resolved | None = None) -> tuple[Resolved, list[Record]]:
    stores = open_in_memory(clock=TickingClock(NOON))
    await stores.banks.save(BANK)
    if before:
        owner = a_record(bank=BANK)
        mentions = tuple(type(m)(owner.memory.id, m.entity, m.surface) for m in before.mentions)
        await stores.memories.apply(
            Changes(bank=BANK.id, records=(owner,), entities=before.entities, mentions=mentions)
        )
    records = [
        a_record(bank=BANK, speaker=d.speaker, mentioned_at=NOON + timedelta(minutes=n))
        for n, d in enumerate(drafts)
    ]
    by_id = {r.memory.id: d for r, d in zip(records, drafts, strict=True)}
    return await resolve(records, [by_id], BANK.id, stores.entities), records


def names(result: Resolved) -> list[str]:
    return sorted(entity.name for entity in result.entities)


async def test_one_name_in_four_memories_is_one_entity() -> None:
    result, _ = await resolved(*(draft("Ann", "DGIA") for _ in range(4)))

    assert names(result) == ["Ann", "DGIA"]
    assert sorted(result.mention_counts.values()) == [4]


async def test_a_speaker_is_known_before_she_says_anything() -> None:
    result, _ = await resolved(draft("Caroline", "Mel"), draft("Melanie", "Melanie"))

    assert names(result) == ["Caroline", "Melanie"]


async def test_names_that_differ_in_a_number_or_a_given_name_stay_apart() -> None:
    result, _ = await resolved(draft(None, "Room 101", "Room 102", "Maria", "Marie"))

    assert names(result) == ["Maria", "Marie", "Room 101", "Room 102"]


async def test_what_the_bank_knows_is_met_again() -> None:
    before, _ = await resolved(draft("Ann", "DGIA"))

    result, [record] = await resolved(draft("Ann", "DGIA"), before=before)

    assert result.entities == ()
    assert {mention.memory for mention in result.mentions} == {record.memory.id}


async def test_a_name_is_mentioned_once_in_a_memory() -> None:
    result, _ = await resolved(draft(None, "DGIA", "dgia"))

    assert len(result.mentions) == 1
