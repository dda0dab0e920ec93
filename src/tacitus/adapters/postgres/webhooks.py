"""Webhooks, in PostgreSQL."""

from tacitus.adapters.postgres.database import Connection, Database, Row, rows_of
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json
from tacitus.domain.ids import BankId
from tacitus.domain.webhooks import Event, Webhook, WebhookId

_QUERIES = load("webhooks")


class Webhooks:
    """Fills `WebhookStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, bank: BankId) -> list[Webhook]:
        return [_webhook(row) for row in await self._database.rows(bank, _QUERIES["webhooks_of"])]

    async def save(self, webhook: Webhook) -> None:
        async def work(connection: Connection) -> None:
            await rows_of(
                connection,
                _QUERIES["save_webhook"],
                bank=webhook.bank,
                id=webhook.id,
                url=webhook.url,
                secret=webhook.secret,
                events=list(webhook.events),
                enabled=webhook.enabled,
                method=webhook.method,
                seconds=webhook.seconds,
                headers=as_json(dict(webhook.headers)),
                params=as_json(dict(webhook.params)),
                created_at=webhook.created_at,
                updated_at=webhook.updated_at,
            )

        await self._database.write(webhook.bank, work)

    async def delete(self, bank: BankId, id: WebhookId) -> bool:
        return bool(await self._database.rows(bank, _QUERIES["delete_webhook"], id=id))


def _webhook(row: Row) -> Webhook:
    return Webhook(
        id=row["id"],
        bank=row["bank"],
        url=row["url"],
        secret=row["secret"],
        events=tuple(Event(event) for event in row["events"]),
        enabled=row["enabled"],
        method=row["method"],
        seconds=row["seconds"],
        headers=row["headers"],
        params=row["params"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )
