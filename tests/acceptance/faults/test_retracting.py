"""Retracting somebody: nothing that names them is left, and nothing brings it back."""

from dataclasses import replace

import pytest

from tacitus.areas.standing import DirectiveChange
from tacitus.domain.banks import BankChange
from tacitus.domain.forgetting import Gone, Kind, Subject, sealed
from tacitus.domain.operations import JobKind
from tacitus.domain.opinions import Stated
from tacitus.domain.standing import AnswerId, StandingAnswer
from tests.acceptance.faults.banks import Bank, on

TALK = (
    "Ida: Anna Petrova moved to Lisbon in May.\n"
    "Tom: I like rain.\n"
    "Anna Petrova: I bought a piano. It is black.\n"
    "Tom: Anna and I went to the theatre.\n"
    "Ida: Tom owns a bakery in Turku."
)
NOTE = "Petrova sold her car to Tom."
WORDS = ("anna", "petrova", "lisbon", "piano", "black", "theatre", "sold her car")
"""What says something about her; what is said of others beside it stays."""


async def told(bank: Bank) -> None:
    await bank.retain(TALK, on(2024), document="talk", context="A chat. Anna was there.")
    await bank.retain(NOTE, on(2024, 2), document="note", metadata={"about": "Anna", "from": "Tom"})
    identities = bank.engine.identities
    her = await identities.find(bank.name, "Anna Petrova")
    named = await identities.find(bank.name, "Petrova")
    if named.id != her.id:
        await identities.merge(bank.name, her.id, named.id)
    await identities.alias(bank.name, her.id, "Anya P.")


async def everything(bank: Bank) -> str:
    """Return all words that a bank tells of its memories, documents and entities."""
    memories = await bank.memories()
    listed, _ = await bank.engine.documents(bank.name)
    documents = [await bank.engine.document(bank.name, one.id) for one in listed]
    chunks = [one for each in listed for one in await bank.engine.chunks(bank.name, each.id)]
    return repr((memories, documents, chunks, await bank.entities())).casefold()


async def retracted(bank: Bank, *, dry_run: bool = False) -> Gone:
    entity = await bank.engine.identities.find(bank.name, "anna petrova")
    return await bank.engine.forgetting.entity(bank.name, entity.id, dry_run=dry_run)


async def check(bank: Bank) -> None:
    await told(bank)
    before = await everything(bank)

    would = await retracted(bank, dry_run=True)
    assert await everything(bank) == before
    assert (await bank.engine.forgetting.receipts(bank.name))[1] == 0
    gone = await retracted(bank)

    assert gone == would
    assert {item.name for item in gone.items if item.kind is Kind.MEMORY} >= {
        "Tom: Anna and I went to the theatre."
    }
    left = await everything(bank)
    assert [word for word in WORDS if word in left] == []
    assert sorted(await bank.texts()) == [
        "Ida: Tom owns a bakery in Turku.",
        "Tom: I like rain.",
    ]
    [receipt], total = await bank.engine.forgetting.receipts(bank.name)
    assert (total, receipt.subject, receipt.counts) == (1, Subject.ENTITY, gone.counts)
    assert [word for word in WORDS if word in repr(receipt).casefold()] == []
    assert receipt.ids["blotted_document"] == tuple(
        sealed(receipt.bank, id) for id in ("note", "talk")
    )


async def handed_in_again(bank: Bank) -> None:
    """No way of handing in what was there brings her back."""
    for content, document in (
        (TALK, "talk"),
        (TALK, "another"),
        (TALK, None),
        (TALK.replace("Anna Petrova: ", "Anya P.: "), "renamed"),
        (f"{TALK}\nTom: Yes.", "talk"),
        (NOTE, "note"),
        (f"Hello. {NOTE}", None),
    ):
        await bank.retain(content, on(2024, 3), document=document)
        left = await everything(bank)
        assert [word for word in WORDS if word in left] == [], (content, document)


async def test_nothing_that_names_her_is_left_or_comes_back(bank: Bank) -> None:
    await check(bank)
    await handed_in_again(bank)


@pytest.mark.database
async def test_nor_in_the_database(stored_bank: Bank) -> None:
    await check(stored_bank)
    await handed_in_again(stored_bank)


async def test_what_people_wrote_to_steer_answers_is_reported_and_stays(bank: Bank) -> None:
    await told(bank)
    await bank.engine.standing.add_directive(
        bank.name, DirectiveChange(name="Anna", content="Be kind.")
    )
    await bank.engine.set_bank(bank.name, BankChange(background="I work for Petrova."))

    gone = await retracted(bank)

    assert {(item.kind, item.name) for item in gone.stays} == {
        (Kind.DIRECTIVE, "Anna"),
        (Kind.BACKGROUND, "background"),
    }
    assert "Petrova" in (await bank.engine.bank(bank.name)).background


async def test_who_is_called_alike_is_another(bank: Bank) -> None:
    await bank.retain(
        "Ida: Anna Weber rows.\nIda: Anna Petrova sails.\nIda: We ate at Anna Weber House.",
        on(2024),
    )
    await retracted(bank)
    assert sorted(await bank.texts()) == [
        "Ida: Anna Weber rows.",
        "Ida: We ate at Anna Weber House.",
    ]


async def test_a_speaker_who_is_called_otherwise_brings_nothing_back(bank: Bank) -> None:
    talks = (
        "Ida: I like rain.\nTom: Yes.\nTom: I like snow.",
        "Ida: My brother Pekka is in prison.",
    )
    for number, talk in enumerate(talks):
        await bank.retain(talk, on(2024), document=f"{number}")
        [deleted, *_] = await bank.memories(words="Ida")
        await bank.engine.delete_memory(bank.name, deleted.id)

        await bank.retain(
            f"{talk}\nTom: So.".replace("Ida", "Ida Virtanen"), on(2024, 2), document=f"{number}"
        )

        assert await bank.texts(words="rain") + await bank.texts(words="brother") == [], talk
    assert await bank.texts(words="snow") == ["Tom: I like snow."]


async def test_a_question_is_asked_anew_when_an_opinion_goes_that_its_answer_rested_on(
    bank: Bank,
) -> None:
    await bank.retain("Tom owns a bakery.", on(2024))
    [bakery] = await bank.memories()
    stated = Stated(text="Tom is a good baker.", confidence=0.7, drawn_from=(bakery.id,), who="me")
    stored = await bank.engine.bank(bank.name)
    answer = StandingAnswer(
        id=AnswerId("tom"), bank=stored.id, name="Tom", question="Who is Tom?", created_at=on(2024),
        content="A baker.", refreshed_at=on(2024),
    )  # fmt: skip
    for forget in (bank.engine.beliefs.forget, bank.engine.forgetting.memory):
        opinion, _ = await bank.engine.beliefs.state(bank.name, stated)
        rests = replace(answer, based_on=[{"id": str(opinion.memory.id)}])
        await bank.engine.stores.standing.save_answer(rests, replaced_at=on(2024))
        before, _ = await bank.engine.operations(bank.name)

        await forget(bank.name, opinion.memory.id)

        after, _ = await bank.engine.operations(bank.name)
        assert [one.kind for one in after if one.id not in {old.id for old in before}] == [
            JobKind.ANSWER
        ]
        await bank.engine.works.cancel(bank.name, after[0].id)
