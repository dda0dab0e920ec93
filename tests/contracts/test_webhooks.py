"""What `WebhookStore` promises."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.errors import NotFound
from tacitus.domain.webhooks import Event, Webhook, WebhookId
from tacitus.ports.storage import Stores
from tests.builders import NOON
from tests.contracts.stores import NewBank


def a_webhook(bank: Bank, number: int = 1) -> Webhook:
    at = NOON + timedelta(minutes=number)
    return Webhook(
        id=WebhookId(UUID(int=number)),
        bank=bank.id,
        url="https://example.org/told?é",
        secret="s3cret",
        events=(Event.RETAINED, Event.DONE),
        enabled=False,
        method="GET",
        seconds=7,
        headers={"X-Key": "abc"},
        params={"a": "b"},
        created_at=at,
        updated_at=at,
    )


async def test_webhooks_come_back_as_they_were_given_oldest_first(
    stores: Stores, bank: Bank
) -> None:
    for number in (2, 1):
        await stores.webhooks.save(a_webhook(bank, number))

    assert await stores.webhooks.all(bank.id) == [a_webhook(bank, 1), a_webhook(bank, 2)]


async def test_a_webhook_is_replaced_but_for_when_it_was_made(stores: Stores, bank: Bank) -> None:
    await stores.webhooks.save(a_webhook(bank))
    later = NOON + timedelta(days=1)
    changed = replace(a_webhook(bank), url="https://a.org", enabled=True, updated_at=later)

    await stores.webhooks.save(replace(changed, created_at=later))

    assert await stores.webhooks.all(bank.id) == [changed]


async def test_a_webhook_is_deleted_once_and_goes_with_its_bank(
    stores: Stores, new_bank: NewBank
) -> None:
    ours, theirs = await new_bank("ours"), await new_bank("theirs")
    await stores.webhooks.save(a_webhook(theirs))

    assert not await stores.webhooks.delete(ours.id, a_webhook(theirs).id)
    assert await stores.webhooks.delete(theirs.id, a_webhook(theirs).id)
    assert not await stores.webhooks.delete(theirs.id, a_webhook(theirs).id)
    await stores.banks.delete(theirs.id)
    with pytest.raises(NotFound):
        await stores.webhooks.save(a_webhook(theirs))
