"""What answers look like, compared with the field's server: `tests/fixtures/shapes.toml`.

Every field of its shape has to be there and hold what it holds there, null where nothing is known: its
version 1.1.0 sends nulls. Fields of our own stand beside them where the table names them.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send

TABLE = tomllib.loads((Path(__file__).parents[1] / "fixtures/shapes.toml").read_text("utf-8"))
SHAPES: Mapping[str, Mapping[str, str]] = TABLE["shapes"]
ANSWERS: Mapping[str, str] = TABLE["answers"]
ADDED: Mapping[str, list[str]] = TABLE["added"]
_KINDS: Mapping[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "num": (int, float),
    "bool": (bool,),
    "obj": (dict,),
    "null": (type(None),),
    "any": (object,),
}
_GENERIC = re.compile(r"(array|map)<(.+)>")


def faults_in(value: object, kind: str, place: str = "") -> Iterator[str]:
    """Yield in one line each where a JSON value is not of a kind of the table."""
    *kinds, last = kind.split("|")
    if all([*faults_in(value, one)] for one in kinds):
        yield from _faults_in_one(value, last, place)


def _faults_in_one(value: object, kind: str, place: str) -> Iterator[str]:
    if kind in SHAPES:
        yield from _faults_in_object(value, kind, place)
    elif generic := _GENERIC.fullmatch(kind):
        yield from _faults_in_many(value, generic[1], generic[2], place)
    elif not isinstance(value, _KINDS[kind]) or isinstance(value, bool) > (kind in {"bool", "any"}):
        yield f"{place}: {value!r:.60} is no {kind}"


def _faults_in_object(value: object, shape: str, place: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{place}: {value!r:.60} is no {shape}"
        return
    fields, held = SHAPES[shape], cast(dict[str, object], value)
    for name, kind in fields.items():
        if name not in held:
            yield f"{place}.{name} is missing: {shape} has it"
        else:
            yield from faults_in(held[name], kind, f"{place}.{name}")
    for name in held.keys() - fields.keys() - {*ADDED.get(shape, ())}:
        yield f"{place}.{name}: {shape} has no such field, and nobody says that it is ours"


def _faults_in_many(value: object, kind: str, inner: str, place: str) -> Iterator[str]:
    if kind == "array" and isinstance(value, list):
        for at, one in enumerate(cast(list[object], value)):
            yield from faults_in(one, inner, f"{place}[{at}]")
    elif kind == "map" and isinstance(value, dict):
        for key, one in cast(dict[str, object], value).items():
            yield from faults_in(one, inner, f"{place}[{key}]")
    else:
        yield f"{place}: {value!r:.60} is no {kind}"


def route_of(method: str, path: str) -> str | None:
    """Return the route of the table that a request asked for, its path as it was sent."""
    steps = path.split("/")
    fitting = [
        route
        for route in ANSWERS
        for asked, _, template in [route.partition(" ")]
        if asked == method and _fits(template.split("/"), steps)
    ]
    # "entities/graph" is no entity.
    return min(fitting, key=lambda route: route.count("{"), default=None)


def _fits(wanted: Sequence[str], steps: Sequence[str]) -> bool:
    return len(wanted) == len(steps) and all(
        want[:1] == "{" or want == step for want, step in zip(wanted, steps, strict=True)
    )


@dataclass(slots=True)
class Comparing:
    """Serves an application, and compares what it answers with the table.

    Attributes:
        asked: Routes of the table that were answered well.
        faults: In one line each.
    """

    app: ASGIApp
    asked: set[str] = field(default_factory=set[str])
    faults: list[str] = field(default_factory=list[str])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = _route_in(scope)
        if route is None:
            await self.app(scope, receive, send)
            return
        status, body = 0, b""

        async def seen(message: Message) -> None:
            nonlocal status, body
            status = message.get("status", status)
            body += message.get("body", b"")
            await send(message)

        await self.app(scope, receive, seen)
        if 200 <= status < 300:
            self.asked.add(route)
            self.faults += faults_in(_read(body), ANSWERS[route], route)


def _route_in(scope: Scope) -> str | None:
    if scope["type"] != "http":
        return None
    return route_of(scope["method"], cast(bytes, scope["raw_path"]).decode("ascii"))


def _read(body: bytes) -> Any:
    return json.loads(body) if body else None
