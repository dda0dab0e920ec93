"""Keys, in memory."""

from dataclasses import replace
from datetime import datetime

from tacitus.domain.access import Key, KeyId


class Keys:
    """Fills `KeyStore`."""

    def __init__(self) -> None:
        self._kept: dict[KeyId, Key] = {}

    async def add(self, key: Key) -> None:
        self._kept[key.id] = key

    async def any(self) -> bool:
        return bool(self._kept)

    async def find(self, id: KeyId) -> Key | None:
        return self._kept.get(id)

    async def all(self, tenant: str) -> list[Key]:
        found = [key for key in self._kept.values() if key.tenant == tenant]
        return sorted(found, key=lambda key: (key.created_at, key.id))

    async def revoke(self, tenant: str, id: KeyId, at: datetime) -> Key | None:
        known = self._kept.get(id)
        if known is None or known.tenant != tenant:
            return None
        self._kept[id] = replace(known, revoked_at=known.revoked_at or at)
        return self._kept[id]

    async def used(self, key: Key, at: datetime) -> None:
        if known := self._kept.get(key.id):
            self._kept[key.id] = replace(known, used_at=at)
