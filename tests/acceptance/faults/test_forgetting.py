"""What was deleted by hand does not come back, however its document grows or is read."""

import pytest

from tacitus.domain.documents import Turn
from tacitus.domain.ids import DocumentId
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
