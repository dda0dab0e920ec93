"""What is said on the command line, to what the engine takes."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.memories import EVIDENCE, Network
from tacitus.formats.moments import read_exact_moment


def as_moment(text: str) -> datetime:
    """Read a time; a date alone is its first moment in UTC.

    Raises:
        BadParameter: It is no time, or has no zone.
    """
    try:
        moment = read_exact_moment("", text)
    except InvalidRequest as refused:
        raise typer.BadParameter(str(refused).removeprefix(": ")) from None
    if moment is None:
        raise typer.BadParameter("it is empty")
    return moment


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


def list_of(*texts: str) -> list[str]:
    """Return what stands between commas, in order, each once."""
    parts: Sequence[str] = ",".join(texts).split(",")
    return list(dict.fromkeys(part.strip() for part in parts if part.strip()))
