"""What a caller must be allowed to do, by route: one table for all of them."""

from starlette.requests import Request

from tacitus.domain.access import Grant, Right
from tacitus.domain.errors import Forbidden

OPEN = frozenset(("/health", "/health/live", "/health/ready", "/version"))
"""What everybody may ask who reaches the server; nothing there tells of a bank."""
_ALL = "/v1/default"
_BANK = f"{_ALL}/banks/{{bank_id}}"
_READING = frozenset(("GET", "HEAD"))
_ASKING = frozenset((f"{_BANK}/memories/recall", f"{_BANK}/reflect"))
"""What is sent, and reads all the same."""
_ADMINISTERED = (
    *(f"{_ALL}/keys", f"{_ALL}/audit", f"{_BANK}/webhooks", f"{_BANK}/export", f"{_BANK}/import"),
)
"""With what is below them, and whatever is done there: webhooks and exports carry the bank's memories
out, and an import brings whatever it likes."""
_CHANGED_BY_ADMINS = frozenset(
    (("DELETE", _BANK), ("PATCH", f"{_BANK}/config"), ("DELETE", f"{_BANK}/config"))
)
_OF_THE_TENANT = (f"{_ALL}/keys", f"{_ALL}/audit", f"{_ALL}/receipts")
"""What tells of every bank: no key for some banks will do."""


def needed(method: str, path: str) -> Right:
    """Return what a route asks for.

    Args:
        path: As the route is written, its parameters without their kind.
    """
    if _within(path, _ADMINISTERED) or (method, path) in _CHANGED_BY_ADMINS:
        return Right.ADMIN
    return Right.READ if method in _READING or path in _ASKING else Right.WRITE


def check(request: Request, path: str) -> None:
    """See that the caller may use the route; `path` as in `needed`.

    Raises:
        Forbidden: It may not.
    """
    grant, right = granted(request), needed(request.method, path)
    if not grant.right.covers(right):
        raise Forbidden(f"The right of the key is {grant.right}; this takes {right}")
    if not grant.whole and _within(path, _OF_THE_TENANT):
        raise Forbidden("The key is for some banks; this takes one for all of them")


def granted(request: Request) -> Grant:
    """Return what was granted to who asks."""
    grant = request.scope["state"]["grant"]
    assert isinstance(grant, Grant)
    return grant


def _within(path: str, parts: tuple[str, ...]) -> bool:
    return any(path == part or path.startswith(f"{part}/") for part in parts)
