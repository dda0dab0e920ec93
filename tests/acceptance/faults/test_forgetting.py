"""What was deleted by hand does not come back, however its document grows or is read."""

import pytest

from tacitus.cli.retaining import summary
from tacitus.domain.changes import Outcome, Receipt
from tacitus.domain.documents import Turn, UpdateMode
from tacitus.domain.ids import DocumentId
from tacitus.mcp.answers import Retained
from tacitus.mcp.told import retained_text
from tests.acceptance.faults.banks import Bank, on

SECRET = "My brother Pekka is in prison"
TOLD = f"Ida: {SECRET}."
TALK = f"Tom: How are you?\nIda: {SECRET}. He stole a car.\nTom: I am sorry to hear that."
PROSE = f"A letter by Ida. {SECRET}. We never speak of it."
GROWTHS: list[tuple[str, str | tuple[Turn, ...]]] = [
    (TOLD, f"{TOLD} I am sad."),
    (TOLD, f"Ida: I am sad. {SECRET}."),
    (TOLD, f"Ida: I am sad {SECRET.lower()} and that is all"),
    (TOLD, f"Ida: {SECRET}!"),
    (TOLD, f"Ida: {SECRET}\nTom: Oh no.\nIda: Yes."),
    (TOLD, f"{TOLD}\n{TOLD}"),
    (TOLD, f"A report about people that I know. {SECRET}. The rest is well."),
    (TOLD, "Ida: my brother  Pekka\nis in PRISON, and I am sad."),
    (TOLD, (Turn(text=f"{SECRET}; I am sad.", speaker="Ida"), Turn(text="Oh.", speaker="Tom"))),
    (TALK, f"{TALK}\nIda: {SECRET}, I said."),
    (TALK, f"Ida: {SECRET}.\nIda: He stole a car\nTom: I am sorry to hear that."),
    (TALK, TALK.replace("He stole", "Why? He stole")),
    (PROSE, f"{PROSE} Greetings."),
    (PROSE, f"Ida: {SECRET}.\nTom: We never speak of it.\nIda: Right."),
    ("Tom: The pin?\nIda: 4711 4712", "Tom: The pin?\nIda: I think. 4711-4712."),
    ("Ida: 私は東京に住んでいます。", "Ida: 私は東京に住んでいます。元気です。"),
]
HIDDEN = ("brother", "4711", "私は東京")


async def returned(bank: Bank, growths: list[tuple[str, str | tuple[Turn, ...]]]) -> list[object]:
    """Delete what holds the secret, let each document grow twice, and return what came back."""
    back: list[object] = []
    for number, (told, grown) in enumerate(growths):
        name = f"growth {number}"
        await bank.retain(told, on(2024), document=name)
        secrets = [one.id for word in HIDDEN for one in await bank.memories(words=word)]
        for id in secrets:
            await bank.engine.delete_memory(bank.name, id)
        for day in (2, 3):
            receipt = await bank.retain(grown, on(2024, day), document=name)
            kept = await bank.engine.document(bank.name, DocumentId(name))
            chunks = await bank.engine.chunks(bank.name, DocumentId(name))
            texts = [kept.text, *(chunk.text for chunk in chunks), *await bank.texts()]
            if not secrets or not receipt.forgotten:
                back.append((number, receipt))
            back += [
                (number, text) for text in texts if any(word in text.casefold() for word in HIDDEN)
            ]
    return back


async def test_no_growth_or_reading_brings_deleted_words_back(bank: Bank) -> None:
    assert await returned(bank, GROWTHS) == []


@pytest.mark.database
async def test_nor_does_it_in_the_database(stored_bank: Bank) -> None:
    assert await returned(stored_bank, GROWTHS[:4]) == []


async def test_what_stands_beside_deleted_words_is_read(bank: Bank) -> None:
    await bank.retain(TOLD, on(2024), document="talk")
    [secret] = await bank.memories()
    await bank.engine.delete_memory(bank.name, secret.id)

    await bank.retain(f"Ida: I am sad. {SECRET}. I moved to Turku.", on(2024), document="talk")
    await bank.retain(f"Ida: {SECRET}.", on(2024), document="another")

    assert sorted(await bank.texts(words="Ida")) == [
        "Ida: I am sad. I moved to Turku.",
        TOLD,
    ]


async def test_what_is_appended_again_stays_away_and_is_not_there_twice(bank: Bank) -> None:
    await bank.retain("Tom: Hello, this is the first day.", on(2024), document="talk")
    await bank.retain(TALK, on(2024, 1, 2), document="talk", mode=UpdateMode.APPEND)
    [secret] = await bank.memories(words="brother")
    await bank.engine.delete_memory(bank.name, secret.id)
    before = await bank.engine.document(bank.name, DocumentId("talk"))

    again = await bank.retain(TALK, on(2024, 1, 2), document="talk", mode=UpdateMode.APPEND)
    after = await bank.engine.document(bank.name, DocumentId("talk"))
    assert (again.outcome, after.text) == (Outcome.UNCHANGED, before.text)

    said = await bank.retain(
        f"Ida: {SECRET}, and I am glad.\nTom: Well.",
        on(2024, 1, 3),
        document="talk",
        mode=UpdateMode.APPEND,
    )
    assert (said.outcome, said.forgotten) == (Outcome.STORED, 1)
    assert await bank.texts(words="brother") == []


async def told_anew(bank: Bank) -> None:
    """What was told without a document id, and deleted, is told again as if for the first time."""
    first = await bank.retain(TALK, on(2024))
    for one in await bank.memories():
        await bank.engine.delete_memory(bank.name, one.id)
    assert await bank.texts() == []

    again = await bank.retain(TALK, on(2024))

    assert (again.document, again.outcome) == (first.document, Outcome.STORED)
    assert (len(again.memories), again.forgotten) == (len(first.memories), 0)
    assert len(await bank.texts(words="brother")) == 1


async def test_words_without_a_document_id_can_be_told_anew_once_all_are_deleted(
    bank: Bank,
) -> None:
    await told_anew(bank)


@pytest.mark.database
async def test_they_can_in_the_database(stored_bank: Bank) -> None:
    await told_anew(stored_bank)


async def test_as_long_as_others_of_its_memories_are_there_the_deleted_ones_stay_away(
    bank: Bank,
) -> None:
    await bank.retain(TALK, on(2024))
    [secret] = await bank.memories(words="brother")
    await bank.engine.delete_memory(bank.name, secret.id)

    again = await bank.retain(TALK, on(2024))

    assert (again.outcome, again.forgotten > 0) == (Outcome.UNCHANGED, True)
    assert await bank.texts(words="brother") == []


def test_callers_are_told_that_it_was_deleted_and_not_that_it_is_there() -> None:
    for outcome in Outcome:
        receipt = Receipt(document=DocumentId("talk"), outcome=outcome, forgotten=2)
        answered = Retained(status=outcome, document_id="talk", forgotten=2)

        for said in (retained_text(answered), summary([("notes", receipt)], 1.0)):
            assert "2 statements" in said
            assert "deleted before" in said
            assert "there already" not in said


async def test_short_words_are_not_taken_out_of_what_others_or_longer_sentences_say(
    bank: Bank,
) -> None:
    await bank.retain("Ida: I like rain.\nTom: I like snow.", on(2024), document="talk")
    [rain] = await bank.memories(words="rain")
    await bank.engine.delete_memory(bank.name, rain.id)

    await bank.retain(
        "Ida: I like rain.\nTom: I like snow.\nTom: I like rain.\nIda: I like rain coats.",
        on(2024),
        document="talk",
    )

    assert sorted(await bank.texts()) == [
        "Ida: I like rain coats.",
        "Tom: I like rain.",
        "Tom: I like snow.",
    ]
