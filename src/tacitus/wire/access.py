"""Ours: keys, by which a server knows who asks."""

from typing import Literal

from tacitus.wire.base import Body, Moment, Request

RightName = Literal["read", "write", "admin"]


class KeyRequest(Request):
    """Make a key.

    Attributes:
        right: "write" includes "read", and "admin" both.
        banks: Names of those that it is for, be they there or not; null is every bank of the tenant.
        expires_at: Null is never.
    """

    label: str = ""
    right: RightName = "read"
    banks: list[str] | None = None
    expires_at: Moment | None = None


class KeyDetail(Body):
    """What is kept of a key.

    Attributes:
        last_used_at: To ten minutes.
    """

    id: str
    label: str
    right: RightName
    banks: list[str] | None
    created_at: str
    expires_at: str | None = None
    revoked_at: str | None = None
    last_used_at: str | None = None


class KeyCreated(KeyDetail):
    """A key that was just made.

    Attributes:
        key: What to send as `Authorization: Bearer <key>`; told here, and never again.
    """

    key: str


class KeyList(Body):
    """The keys of a tenant, oldest first, those that are good no more included."""

    keys: list[KeyDetail]
