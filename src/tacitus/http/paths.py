"""Paths: names of banks and documents may hold anything, slashes too.

Routes are matched against the path as it was sent, in which a slash inside a name is still `%2F`;
each name is decoded after that. Declare such a parameter as `{bank_id:name}`.
"""

from urllib.parse import quote, unquote, unquote_to_bytes

from starlette.convertors import Convertor
from starlette.types import ASGIApp, Receive, Scope, Send

from tacitus.domain.texts import leads_elsewhere
from tacitus.http.errors import malformed


class NameConvertor(Convertor[str]):
    """One step of a path, decoded."""

    regex = "[^/]+"

    def convert(self, value: str) -> str:
        return unquote(value)

    def to_string(self, value: str) -> str:
        return quote(value, safe="")


class PathsAsSent:
    """Hands on the path undecoded, and refuses addresses that no text can have."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sent: bytes = scope.get("raw_path") or quote(scope["path"]).encode("ascii")
        if not (_is_text(sent) and _is_text(scope["query_string"])):
            refusal = malformed("The address holds a control character or is not UTF-8")
            await refusal(scope, receive, send)
            return
        path = sent.decode("ascii")
        if leads_elsewhere(unquote(path)):
            refusal = malformed("The address has a step '.' or '..', which leads elsewhere")
            await refusal(scope, receive, send)
            return
        # In place: whoever stands in front tells which route it was.
        scope["path"] = path
        await self.app(scope, receive, send)


def _is_text(encoded: bytes) -> bool:
    try:
        decoded = unquote_to_bytes(encoded).decode("utf-8")
        encoded.decode("ascii")
    except UnicodeDecodeError:
        return False
    return "\0" not in decoded
