"""What is said on the command line, to what the engine takes."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.memories import EVIDENCE, Network
from tacitus.domain.time import Interval
from tacitus.domain.time.bounds import checked_moment
from tacitus.formats.moments import read_exact_moment

BEGINNING, END = datetime(2, 1, 1, tzinfo=UTC), datetime(9990, 1, 1, tzinfo=UTC)
"""Stand in for the bound that nobody names."""


def as_moment(text: str, zone: tzinfo | None = None) -> datetime:
    """Read a time; a date alone is its first moment, in UTC where no zone is given.

    Args:
        zone: That of a time which names none; None refuses it.

    Raises:
        BadParameter: It is no time, or has no zone.
    """
    try:
        moment = read_exact_moment("", text, zone)
        if moment is None:
            raise typer.BadParameter("it is empty")
        return checked_moment(moment, f"'{text}'")
    except InvalidRequest as refused:
        raise typer.BadParameter(str(refused).removeprefix(": ")) from None


def as_zone(name: str) -> tzinfo:
    """Read a zone of the IANA database, or UTC.

    Raises:
        BadParameter: There is no such zone.
    """
    if name.upper() in {"UTC", "Z"}:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise typer.BadParameter(f"'{name}' is no zone, such as Europe/Berlin") from None


def as_networks(text: str) -> frozenset[Network]:
    """Read names of networks between commas; nothing is those that are searched by default.

    Raises:
        BadParameter: One of them is no network.
    """
    names = list_of(text)
    known = {network.value: network for network in Network}
    if wrong := [name for name in names if name not in known and name != "all"]:
        choices = ", ".join(known)
        raise typer.BadParameter(f"'{wrong[0]}' is no network; there are {choices}, or all")
    if "all" in names:
        return frozenset(Network)
    return frozenset(known[name] for name in names) or frozenset((*EVIDENCE, Network.OBSERVATION))


def stretch(start: datetime | None, end: datetime | None) -> Interval | None:
    """Return the time from a start up to, and not including, an end; None where neither is said.

    Raises:
        BadParameter: It ends before it has begun.
    """
    if start is None and end is None:
        return None
    first, last = start or BEGINNING, end or END
    if last <= first:
        raise typer.BadParameter("--until is not later than --from")
    return Interval(first, last)


def list_of(*texts: str) -> list[str]:
    """Return what stands between commas, in order, each once."""
    parts: Sequence[str] = ",".join(texts).split(",")
    return list(dict.fromkeys(part.strip() for part in parts if part.strip()))
