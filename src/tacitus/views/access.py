"""Keys as bodies."""

from tacitus.domain.access import Key
from tacitus.views.times import iso
from tacitus.wire.access import KeyCreated, KeyDetail


def key_detail(key: Key) -> KeyDetail:
    """Return what is kept of a key."""
    return KeyDetail(
        id=str(key.id),
        label=key.label,
        right=key.right.value,
        banks=None if key.banks is None else sorted(key.banks),
        created_at=key.created_at.isoformat(),
        expires_at=iso(key.expires_at),
        revoked_at=iso(key.revoked_at),
        last_used_at=iso(key.used_at),
    )


def key_created(key: Key, text: str) -> KeyCreated:
    """Return a key that was just made, with what to send."""
    return KeyCreated(key=text, **key_detail(key).model_dump())
