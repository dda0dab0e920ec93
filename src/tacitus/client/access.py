"""Calls for keys: who may do what."""

from tacitus.client.calls import Calls, path_of
from tacitus.wire.access import KeyCreated, KeyDetail, KeyList, KeyRequest


class KeyCalls(Calls):
    """Keys; for those who hold one that may administer the whole tenant."""

    async def keys(self) -> KeyList:
        """List the keys, oldest first."""
        return await self._get(path_of("keys"), KeyList)

    async def create_key(self, key: KeyRequest) -> KeyCreated:
        """Make a key; its text comes back here, and never again."""
        return await self._send("POST", path_of("keys"), KeyCreated, key)

    async def revoke_key(self, id: str) -> KeyDetail:
        """Let a key be good no more."""
        return await self._send("DELETE", path_of("keys", id), KeyDetail)
