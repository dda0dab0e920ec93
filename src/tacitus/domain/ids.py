"""Identities: UUIDv7 for what we make, strings for what callers name."""

import secrets
from datetime import datetime
from typing import NewType
from uuid import UUID

BankId = NewType("BankId", UUID)
MemoryId = NewType("MemoryId", UUID)
EntityId = NewType("EntityId", UUID)
OperationId = NewType("OperationId", UUID)
EvidenceId = NewType("EvidenceId", UUID)
DocumentId = NewType("DocumentId", str)
"""Chosen by the caller, any text; unique within a bank."""


def uuid7(at: datetime) -> UUID:
    """Return a fresh UUIDv7 (RFC 9562): 48 bits of milliseconds, then randomness.

    Ids made later sort later, so that index pages fill in order.
    """
    milliseconds = int(at.timestamp() * 1000) & (1 << 48) - 1
    value = milliseconds << 80 | 0x7 << 76 | secrets.randbits(12) << 64
    return UUID(int=value | 0b10 << 62 | secrets.randbits(62))
