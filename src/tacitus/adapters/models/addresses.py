"""Addresses of model servers, as the settings name them."""

from urllib.parse import urlsplit

from tacitus.domain.errors import Misconfigured


def checked_address(text: str, setting: str) -> str:
    """Return an address without blanks around it and slashes at its end.

    Args:
        setting: Where it stands, for the message. The address is not repeated: a password may stand
            in it.

    Raises:
        Misconfigured: No request can be sent there.
    """
    address = text.strip().rstrip("/")
    if not _is_address(address):
        raise Misconfigured(
            f"{setting} must be an address that begins with http(s)://,"
            " such as http://127.0.0.1:8000/v1"
        )
    return address


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    blank = any(one.isspace() or not one.isprintable() for one in text)
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and not blank
