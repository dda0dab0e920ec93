"""What stores promise of a memory that is deleted: its words go from its documents, and are known."""

from tacitus.domain.banks import Bank
from tacitus.domain.documents import Document, nameless
from tacitus.domain.ids import DocumentId
from tacitus.domain.redaction import BLOT
from tacitus.domain.retelling import keys_of, text_key
from tacitus.ports.storage import Stores
from tests.builders import a_document, a_record, a_source, changes_of

SECRET = "My brother is in prison."


async def kept(stores: Stores, bank: Bank, id: str) -> Document | None:
    return await stores.documents.find(bank.id, DocumentId(id))


async def test_every_place_of_a_deleted_memory_is_blotted_and_its_sentences_are_known(
    stores: Stores, bank: Bank
) -> None:
    text = f"Ida: {SECRET} I am sad.\nTom: Oh.\nIda: {SECRET}"
    end = 5 + len(f"{SECRET} I am sad.")
    record = a_record(
        f"Ida: {SECRET} I am sad.",
        bank=bank.id,
        sources=(a_source(start=5, end=end, speaker="Ida"),),
    )
    other = a_record("Tom: Oh.", bank=bank.id, sources=(a_source(start=end + 6, end=end + 9),))
    await stores.memories.apply(
        changes_of(record, other, bank=bank, document=a_document(text=text, bank=bank))
    )

    await stores.memories.delete(bank.id, record.memory.id)

    letter = await kept(stores, bank, "letter")
    assert letter is not None
    assert {*letter.text.split("\n")[2]} == {*"Ida: ", BLOT}
    assert {*letter.text.split("\n")[0]} == {*"Ida: ", BLOT}
    assert "Tom: Oh.\nIda: " in letter.text
    assert len(letter.text) == len(text)
    [chunk] = await stores.documents.chunks(bank.id, letter.id)
    assert chunk.text == letter.text
    known = {*letter.forgotten}
    for sentence in (SECRET, "I am sad"):
        assert known >= {*keys_of(bank.id, sentence, "Ida")}
    assert text_key(bank.id, record.memory.text) in known
    assert letter.revision == 2


async def test_a_document_that_nobody_named_goes_with_the_last_memory_read_from_it(
    stores: Stores, bank: Bank
) -> None:
    unnamed = nameless("0123456789abcdef" * 4)
    for id, stays in ((unnamed, False), ("letter", True)):
        records = [a_record(bank=bank.id, sources=(a_source(id),)) for _ in range(2)]
        await stores.memories.apply(
            changes_of(*records, bank=bank, document=a_document(id, bank=bank))
        )
        await stores.memories.delete(bank.id, records[0].memory.id)
        assert await kept(stores, bank, id) is not None

        await stores.memories.delete(bank.id, records[1].memory.id)

        assert (await kept(stores, bank, id) is not None) == stays
        assert bool(await stores.documents.chunks(bank.id, DocumentId(id))) == stays
