"""Keys, in PostgreSQL."""

from datetime import datetime

from tacitus.adapters.postgres.database import ACROSS, Database, Row, Tenant
from tacitus.adapters.postgres.queries import load
from tacitus.domain.access import Key, KeyId, Right

_QUERIES = load("access")


class Keys:
    """Fills `KeyStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, key: Key) -> None:
        await self._database.rows(
            Tenant(key.tenant),
            _QUERIES["add_key"],
            id=key.id,
            label=key.label,
            may=key.right.value,
            banks=None if key.banks is None else sorted(key.banks),
            digest=key.digest,
            created_at=key.created_at,
            expires_at=key.expires_at,
        )

    async def any(self) -> bool:
        return await self._database.row(None, _QUERIES["keys_wanted"]) is not None

    async def find(self, id: KeyId) -> Key | None:
        row = await self._database.row(ACROSS, _QUERIES["key_with_id"], id=id)
        return _key(row) if row else None

    async def all(self, tenant: str) -> list[Key]:
        rows = await self._database.rows(Tenant(tenant), _QUERIES["keys_of"])
        return [_key(row) for row in rows]

    async def revoke(self, tenant: str, id: KeyId, at: datetime) -> Key | None:
        row = await self._database.row(Tenant(tenant), _QUERIES["revoke_key"], id=id, at=at)
        return _key(row) if row else None

    async def used(self, key: Key, at: datetime) -> None:
        await self._database.rows(Tenant(key.tenant), _QUERIES["use_key"], id=key.id, at=at)


def _key(row: Row) -> Key:
    return Key(
        id=KeyId(row["id"]),
        tenant=row["tenant"],
        label=row["label"],
        right=Right(row["may"]),
        banks=None if row["banks"] is None else frozenset(row["banks"]),
        digest=bytes(row["digest"]),
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        revoked_at=row["revoked_at"],
        used_at=row["used_at"],
    )
