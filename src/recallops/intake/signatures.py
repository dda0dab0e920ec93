"""Signatures of webhooks: who does not know the secret is not heard."""

import hmac
from hashlib import sha256

from recallops.domain.errors import Invalid

_PREFIXES = ("v1=", "sha256=")


def sign(body: bytes, secret: str) -> str:
    """Return the signature of a body, as it is sent: `sha256=` and 64 hexadecimal digits."""
    return f"sha256={_digest(body, secret)}"


def is_signed(body: bytes, header: str | None, secret: str) -> bool:
    """Whether one of the signatures in a header is of this body and secret.

    Several are joined by commas, while a secret is replaced; each may have `v1=` (PagerDuty) or
    `sha256=` before it.

    Raises:
        Invalid: The secret is empty: anybody could sign.
    """
    if not secret:
        raise Invalid("A webhook needs a secret to be signed with")
    expected = _digest(body, secret).encode()
    given = [_without_prefix(one.strip()) for one in (header or "").split(",")]
    return any(hmac.compare_digest(expected, one.encode("utf-8", "replace")) for one in given)


def _without_prefix(signature: str) -> str:
    for prefix in _PREFIXES:
        signature = signature.removeprefix(prefix)
    return signature.lower()


def _digest(body: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), body, sha256).hexdigest()
