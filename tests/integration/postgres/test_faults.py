"""What PostgreSQL cannot hold is refused in our words, and nothing of it is kept."""

import logging

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import DocumentId
from tacitus.ports.storage import Stores
from tests.builders import a_bank, a_document, a_job, a_record, changes_of

UNHOLDABLE = {"a NUL": "one\0two", "a lone surrogate": "one\ud800two"}


@pytest.mark.parametrize("text", UNHOLDABLE.values(), ids=UNHOLDABLE)
async def test_a_text_that_cannot_be_held_is_the_callers_to_change(
    stores: Stores, bank: Bank, text: str
) -> None:
    sound = a_record("It rained.", bank=bank)

    for changes in (
        changes_of(sound, a_record(text, bank=bank), bank=bank),
        changes_of(sound, bank=bank, document=a_document(text=text, bank=bank)),
        changes_of(sound, bank=bank, document=a_document(bank=bank, metadata={"a": text})),
        changes_of(sound, bank=bank, jobs=(a_job(bank=bank, payload={"text": text}),)),
    ):
        with pytest.raises(InvalidRequest):
            await stores.memories.apply(changes)

    assert await stores.memories.get(bank.id, [sound.memory.id]) == {}
    assert await stores.documents.page(bank.id, limit=9, offset=0) == ([], 0)


@pytest.mark.parametrize("text", UNHOLDABLE.values(), ids=UNHOLDABLE)
async def test_asking_with_such_a_text_is_refused_as_well(
    stores: Stores, bank: Bank, text: str
) -> None:
    with pytest.raises(InvalidRequest):
        await stores.banks.find("tenant", text)
    with pytest.raises(InvalidRequest):
        await stores.documents.find(bank.id, DocumentId(text))
    with pytest.raises(InvalidRequest):
        await stores.banks.save(a_bank(text))


async def test_an_id_too_long_for_an_index_is_refused(stores: Stores, bank: Bank) -> None:
    long = "".join(chr(0x4E00 + n % 20000) for n in range(3000))

    with pytest.raises(InvalidRequest):
        await stores.memories.apply(changes_of(bank=bank, document=a_document(long, bank=bank)))


async def test_after_a_refusal_the_connection_goes_on_working(stores: Stores, bank: Bank) -> None:
    for _ in range(12):  # more than there are connections
        with pytest.raises(InvalidRequest):
            await stores.memories.apply(changes_of(a_record("\0", bank=bank), bank=bank))

    record = a_record("It rained.", bank=bank)
    await stores.memories.apply(changes_of(record, bank=bank))
    assert list(await stores.memories.get(bank.id, [record.memory.id])) == [record.memory.id]


async def test_what_follows_from_a_query_that_ended_is_not_logged(
    stores: Stores, caplog: pytest.LogCaptureFixture
) -> None:
    """It is the asker's to hear of: a program that is told to end says nothing of it."""
    driver, pool = logging.getLogger("psycopg"), logging.getLogger("psycopg.pool")

    driver.warning("query cancellation interrupted (%s): closing connection", "CancelledError")
    pool.warning("discarding closed connection: %s", "one")
    pool.warning("error connecting in %r: %s", "pool", "refused")

    assert caplog.messages == ["error connecting in 'pool': refused"]
