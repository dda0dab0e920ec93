"""Keys: making, listing and revoking them, and finding out whether one that was shown is good."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from tacitus.domain.access import Grant, Key, KeyId, Right, id_in, made_key, written
from tacitus.domain.banks import Bank, BankStats
from tacitus.domain.errors import BankNotFound, Forbidden, NotFound, Unauthenticated
from tacitus.domain.ids import BankId
from tacitus.ports.access import KeyStore
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import BankStore

FRESH = timedelta(seconds=3)
"""How long a look at a key counts: so long may a key that is revoked still open doors."""
COARSE = timedelta(minutes=10)
"""How exactly it is noted when a key was last used."""
_MOST_REMEMBERED = 10_000
_STRANGERS_AT_ONCE = 2
"""Keys that nobody has seen lately and that are looked up at a time: others need the connections."""
_WANTED = (
    "A key is needed: send it as 'Authorization: Bearer <key>'; `tacitus key create` makes one"
)
_NOT_GOOD = "The key is not known, or not any more"
_FROM_ELSEWHERE = "There is no key yet, and without one only this machine is answered"


@dataclass(frozen=True, slots=True)
class Access:
    """The keys of a tenant."""

    tenant: str
    keys: KeyStore
    clock: Clock

    async def create(
        self,
        label: str,
        right: Right,
        *,
        banks: frozenset[str] | None = None,
        expires_at: datetime | None = None,
    ) -> tuple[Key, str]:
        """Make a key; return it with its text, which is nowhere kept and cannot be had again.

        From the first key on, every server over this database asks for keys.

        Args:
            banks: Names of the banks that it is for, be they there or not; None is all.

        Raises:
            InvalidRequest: No key can be like that.
        """
        asked = Grant(key=None, tenant=self.tenant, banks=banks, right=right)
        key, text = written(made_key(asked, label, self.clock.now(), expires_at))
        await self.keys.add(key)
        return key, text

    async def all(self) -> list[Key]:
        """Return all keys, oldest first, whatever became of them."""
        return await self.keys.all(self.tenant)

    async def revoke(self, id: KeyId) -> Key:
        """Let a key be good no more, on every server after `FRESH`; raises `NotFound`."""
        revoked = await self.keys.revoke(self.tenant, id, self.clock.now())
        if revoked is None:
            raise NotFound(f"Key '{id}' not found")
        return revoked


class NotGood(Unauthenticated):
    """A key was shown that is not good.

    Attributes:
        key: Its id, where it names one.
        why: For the log; who asks is not told.
    """

    def __init__(self, key: KeyId | None, why: str) -> None:
        super().__init__(_NOT_GOOD)
        self.key = key
        self.why = why


@dataclass(slots=True)
class Gate:
    """Tells what somebody who asks may do; remembers keys for a short while.

    While no key was ever made, everybody on this machine may do everything.

    Args:
        tenant: Whose banks are there for all while there is no key.
    """

    keys: KeyStore
    clock: Clock
    tenant: str
    _locked: bool = False
    _looked: datetime | None = None
    _seen: OrderedDict[KeyId, tuple[Key, datetime]] = field(
        default_factory=OrderedDict[KeyId, tuple[Key, datetime]]
    )
    _strangers: asyncio.Semaphore = field(
        default_factory=lambda: asyncio.Semaphore(_STRANGERS_AT_ONCE)
    )

    async def locked(self) -> bool:
        """Whether keys are asked for: from the moment the first one was made, for ever."""
        now = self.clock.now()
        if not self._locked and not _is_fresh(self._looked, now):
            self._locked = await self.keys.any()
            self._looked = now
        return self._locked

    async def grant(self, shown: str | None, *, from_here: bool = True) -> Grant:
        """Return what may be done by who shows this key, or none.

        Args:
            from_here: Whether the caller is on this machine, or whoever is not was let in knowingly.

        Raises:
            Unauthenticated: No key was shown, or none that is good.
        """
        if not await self.locked():
            if not from_here:
                raise Unauthenticated(_FROM_ELSEWHERE)
            return Grant(key=None, tenant=self.tenant, banks=None, right=Right.ADMIN)
        if shown is None:
            raise Unauthenticated(_WANTED)
        id = id_in(shown)
        if id is None:
            raise NotGood(None, "no key of ours")
        key, now = await self._key(id), self.clock.now()
        why_not = key.why_not(shown, now) if key else "unknown"
        if key is None or why_not is not None:
            raise NotGood(id, why_not or "unknown")
        if key.used_at is None or now - key.used_at >= COARSE:
            await self.keys.used(key, now)
            _, seen_at = self._seen.get(id, (key, now))
            self._remember(replace(key, used_at=now), seen_at)
        return key.grant

    def look_again(self, id: KeyId) -> None:
        """Let a key that was just made or revoked be so at once, in this process."""
        self._looked = None
        self._seen.pop(id, None)

    async def _key(self, id: KeyId) -> Key | None:
        seen = self._seen.get(id)
        if seen is not None and _is_fresh(seen[1], self.clock.now()):
            return seen[0]
        if seen is not None:
            return await self._look(id)
        async with self._strangers:
            return await self._look(id)

    async def _look(self, id: KeyId) -> Key | None:
        now = self.clock.now()  # of before: what was changed since is not taken for seen
        key = await self.keys.find(id)
        if key is not None:
            self._remember(key, now)
        return key

    def _remember(self, key: Key, at: datetime) -> None:
        self._seen[key.id] = (key, at)
        self._seen.move_to_end(key.id)
        if len(self._seen) > _MOST_REMEMBERED:
            self._seen.popitem(last=False)


@dataclass(frozen=True, slots=True)
class GrantedBanks:
    """Fills `BankStore`, with the banks of a grant: others are not there, and cannot be made."""

    banks: BankStore
    grant: Grant

    async def save(self, bank: Bank) -> None:
        self._check(bank.name)
        if not self.grant.right.covers(Right.WRITE):
            raise Forbidden("The right of the key is read; this takes write")
        await self.banks.save(bank)

    async def find(self, tenant: str, name: str) -> Bank | None:
        """Raises `BankNotFound` where the grant is not for a bank of that name, be it there or not."""
        self._check(name)
        return await self.banks.find(tenant, name)

    def last(self, tenant: str, name: str) -> BankId | None:
        return self.banks.last(tenant, name) if self.grant.covers(name) else None

    async def get(self, bank: BankId) -> Bank | None:
        found = await self.banks.get(bank)
        ours = found and found.tenant == self.grant.tenant and self.grant.covers(found.name)
        return found if ours else None

    async def page(self, tenant: str, *, limit: int, offset: int) -> tuple[list[Bank], int]:
        if self.grant.banks is None:
            return await self.banks.page(tenant, limit=limit, offset=offset)
        asked = [await self.banks.find(tenant, name) for name in sorted(self.grant.banks)]
        found = [bank for bank in asked if bank is not None]
        return found[offset : offset + limit], len(found)

    async def delete(self, bank: BankId) -> None:
        await self.banks.delete(bank)

    async def stats(self, bank: BankId) -> BankStats:
        return await self.banks.stats(bank)

    async def stats_of(self, banks: Sequence[BankId]) -> dict[BankId, BankStats]:
        return await self.banks.stats_of(banks)

    def _check(self, name: str) -> None:
        if not self.grant.covers(name):
            raise BankNotFound(name)


def _is_fresh(looked: datetime | None, now: datetime) -> bool:
    # A clock that was put back makes nothing younger.
    return looked is not None and timedelta(0) <= now - looked < FRESH
