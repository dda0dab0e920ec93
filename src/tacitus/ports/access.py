"""Who may do what."""

from datetime import datetime
from typing import Protocol

from tacitus.domain.access import Key, KeyId


class KeyStore(Protocol):
    """Keys of all tenants. None is ever deleted: that there was one says that keys are asked for."""

    async def add(self, key: Key) -> None:
        """Keep a new key; from then on `any` is true."""
        ...

    async def any(self) -> bool:
        """Whether a key was ever made, for whichever tenant."""
        ...

    async def find(self, id: KeyId) -> Key | None:
        """Return the key with this identity, whosoever it is: it says itself whose."""
        ...

    async def all(self, tenant: str) -> list[Key]:
        """Return a tenant's keys, oldest first, whatever became of them."""
        ...

    async def revoke(self, tenant: str, id: KeyId, at: datetime) -> Key | None:
        """Let a key be good no more; one that is revoked keeps its time. None where there is none."""
        ...

    async def used(self, key: Key, at: datetime) -> None:
        """Note when a key was used."""
        ...
