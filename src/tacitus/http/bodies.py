"""Bodies read to the letter: what is no JSON, or spells what nothing can keep, is refused in place."""

import json
from collections.abc import Callable, Coroutine
from itertools import islice
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.convertors import register_url_convertor
from starlette.requests import Request
from starlette.responses import Response

from tacitus.http.errors import UnreadableBody
from tacitus.http.paths import NameConvertor
from tacitus.http.rights import check
from tacitus.wire.texts import Doubled, unstorable

_MOST_FAULTS = 20


class Topic(APIRouter):
    """A router whose routes read bodies to the letter, and names in paths as `{bank_id:name}`."""

    def __init__(self, **settings: Any) -> None:
        register_url_convertor("name", NameConvertor())
        super().__init__(route_class=ToTheLetter, **settings)


class ToTheLetter(APIRoute):
    """A route that asks first whether the caller may use it, and reads its body strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        path = self.path.replace(":name}", "}")

        async def read_strictly(request: Request) -> Response:
            check(request, path)
            return await handle(_Strict(request.scope, request.receive))

        return read_strictly


class _Strict(Request):
    async def json(self) -> Any:
        return read_json(await self.body())


def read_json(body: bytes) -> object:
    """Read a body.

    Raises:
        UnreadableBody: It is no JSON in UTF-8, or holds what cannot be kept; says where.
    """
    value = _parsed(_decoded(body))
    faults = [(("body", *place), why) for place, why in islice(unstorable(value), _MOST_FAULTS)]
    if faults:
        raise UnreadableBody(faults)
    return value


def _decoded(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _unreadable(f"it is not UTF-8 from byte {error.start} on", error.start) from None


def _parsed(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_members)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise _unreadable(f"{error.msg} at {where}", error.pos) from None
    except RecursionError:
        raise _unreadable("it is nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits
        raise _unreadable(str(error).split(";", maxsplit=1)[0]) from None


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    twice = [key for key, _ in pairs if key in seen or seen.add(key)]
    return Doubled(pairs, list(dict.fromkeys(twice)))


def _unreadable(reason: str, at: int | None = None) -> UnreadableBody:
    place = ("body",) if at is None else ("body", at)
    return UnreadableBody([(place, f"The body is not JSON: {reason}")])
