"""Reading bodies that anybody may have written: what is not of the shape expected is refused."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import cast

from recallops.domain.errors import Invalid

Body = Mapping[str, object]
_LONGEST = 2000
_MOST = 500


def body_of(value: object, what: str) -> Body:
    """Return a JSON object.

    Raises:
        Invalid: It is none.
    """
    if not isinstance(value, Mapping):
        raise Invalid(f"{what} is no JSON object")
    return cast(Body, value)


def inner(body: Body, name: str) -> Body:
    """Return an object inside another; an empty one where there is none."""
    value = body.get(name)
    return cast(Body, value) if isinstance(value, Mapping) else {}


def listed(body: Body, name: str) -> Sequence[Body]:
    """Return a list of objects.

    Raises:
        Invalid: It is none, or too long.
    """
    value = body.get(name)
    if not isinstance(value, list):
        raise Invalid(f"{name!r} is no list")
    items = cast(list[object], value)
    if len(items) > _MOST:
        raise Invalid(f"{name!r} holds more than {_MOST} entries")
    return [body_of(one, f"an entry of {name!r}") for one in items]


def text(body: Body, *names: str) -> str:
    """Return the first of some fields that holds a text or a number, shortened; or nothing."""
    for name in names:
        value = body.get(name)
        if (
            isinstance(value, str | int | float)
            and not isinstance(value, bool)
            and str(value).strip()
        ):
            return str(value).strip()[:_LONGEST]
    return ""


def texts(body: Body, name: str) -> dict[str, str]:
    """Return an object of texts; what in it is no text is left out."""
    return {str(key): text(inner(body, name), str(key)) for key in inner(body, name)}


def moment(body: Body, *names: str) -> datetime | None:
    """Return the first of some fields that holds a time; None where none does.

    A time without a zone is taken to be UTC. The year 1 is how Go says that there is none.
    """
    for name in names:
        value = text(body, name)
        if not value:
            continue
        try:
            read = datetime.fromisoformat(value)
        except ValueError as error:
            raise Invalid(f"{name!r} is no time: {value[:40]!r}") from error
        if read.year > 1:
            return read if read.tzinfo else read.replace(tzinfo=UTC)
    return None
