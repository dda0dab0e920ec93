"""Keys, and what each of them grants: which banks of which tenant, and what may be done there."""

import re
import secrets
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from hmac import compare_digest
from typing import NewType
from uuid import UUID

from tacitus.domain.banks import checked_name
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import uuid7
from tacitus.domain.texts import kept

KeyId = NewType("KeyId", UUID)
MOST_BANKS = 100
"""Banks that one key may name."""
_LONGEST_LABEL = 200
_WRITTEN = re.compile(r"tct_(?P<id>[0-9a-f]{32})_[0-9a-f]{64}")
"""The id is no secret; the 256 random bits after it are."""


class Right(StrEnum):
    """What may be done. Each includes those before it."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"

    def covers(self, asked: "Right") -> bool:
        """Whether who has this right may do what that one allows."""
        order = tuple(Right)
        return order.index(self) >= order.index(asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What somebody may do.

    Attributes:
        key: By which it was shown; None where no key was asked for.
        banks: Names of the banks; None is every bank of the tenant.
    """

    key: KeyId | None
    tenant: str
    banks: frozenset[str] | None
    right: Right

    def covers(self, bank: str) -> bool:
        """Whether the bank of that name, if there is one, is among those granted."""
        return self.banks is None or bank in self.banks

    @property
    def whole(self) -> bool:
        """Whether it is for the tenant itself, and not for some of its banks."""
        return self.banks is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """What is kept of a key: enough to know it again, not to use it.

    Attributes:
        label: What people call it.
        digest: Of the whole key. A fast hash will do: nobody guesses 256 random bits.
        used_at: When it was last used, to some minutes.
    """

    id: KeyId
    tenant: str
    label: str
    right: Right
    banks: frozenset[str] | None
    digest: bytes = field(repr=False)
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    used_at: datetime | None = None

    @property
    def grant(self) -> Grant:
        return Grant(key=self.id, tenant=self.tenant, banks=self.banks, right=self.right)

    def why_not(self, written: str, now: datetime) -> str | None:
        """Say, for the log alone, why a key that was shown is not good; None if it is."""
        if not compare_digest(self.digest, digest_of(written)):
            return "wrong"
        if self.revoked_at is not None:
            return "revoked"
        if self.expires_at is not None and self.expires_at <= now:
            return "expired"
        return None


def made_key(asked: Grant, label: str, now: datetime, expires_at: datetime | None) -> Key:
    """Return a key without its secret; see `written`.

    Args:
        asked: What it is to grant; its own `key` is not looked at.

    Raises:
        InvalidRequest: No key can be like that.
    """
    if len(kept(label, "The label")) > _LONGEST_LABEL:
        raise InvalidRequest(f"A label has at most {_LONGEST_LABEL} characters")
    if asked.banks is not None and not 0 < len(asked.banks) <= MOST_BANKS:
        raise InvalidRequest(f"A key is for 1 to {MOST_BANKS} banks, or for all")
    if expires_at is not None and expires_at <= now:
        raise InvalidRequest("The key would have expired already")
    return Key(
        id=KeyId(uuid7(now)),
        tenant=asked.tenant,
        label=label.strip(),
        right=asked.right,
        banks=None if asked.banks is None else frozenset(map(checked_name, asked.banks)),
        digest=b"",
        created_at=now,
        expires_at=expires_at,
    )


def written(key: Key) -> tuple[Key, str]:
    """Give a key its secret: return what is kept of it, and the key as it is shown, once."""
    text = f"tct_{key.id.hex}_{secrets.token_hex(32)}"
    return replace(key, digest=digest_of(text)), text


def id_in(written: str) -> KeyId | None:
    """Return the id that a key names; None where it is no key of ours."""
    found = _WRITTEN.fullmatch(written)
    return KeyId(UUID(found["id"])) if found else None


def digest_of(written: str) -> bytes:
    """Return what is kept in place of a key."""
    return sha256(written.encode("utf-8", "surrogateescape")).digest()
