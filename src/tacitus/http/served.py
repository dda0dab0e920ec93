"""What routes work with: the runtime that the application was made for."""

from typing import Annotated

from fastapi import Depends, Query, Request

from tacitus.bootstrap import Runtime
from tacitus.domain.access import Grant
from tacitus.domain.tags import Tagged, TagMatch
from tacitus.domain.texts import distinct
from tacitus.engine import Engine
from tacitus.http.errors import NotOffered
from tacitus.http.rights import granted
from tacitus.wire import TagsMatch


async def _runtime(request: Request) -> Runtime:
    """Return the runtime as it is there for who asks: no route reaches past what was granted."""
    runtime = request.app.state.runtime
    assert isinstance(runtime, Runtime)
    return runtime.granted(granted(request))


async def _grant(request: Request) -> Grant:
    return granted(request)


async def _engine(request: Request) -> Engine:
    return (await _runtime(request)).engine


ServedRuntime = Annotated[Runtime, Depends(_runtime)]
ServedEngine = Annotated[Engine, Depends(_engine)]
ServedGrant = Annotated[Grant, Depends(_grant)]
"""What the caller may do."""


async def _tagged(
    tags: Annotated[list[str] | None, Query()] = None, tags_match: TagsMatch = "any"
) -> Tagged | None:
    return None if tags is None else Tagged(distinct(tags, "tag"), TagMatch(tags_match))


class Refusing:
    """Refuses what an address asks for and a route does not do; it would be swallowed otherwise."""

    def __init__(self, instead: str, *names: str) -> None:
        self.instead = instead
        self.names = names

    async def __call__(self, request: Request) -> None:
        for name in self.names:
            if name in request.query_params:
                raise NotOffered(f"{name} is not offered: {self.instead}")


AskedTags = Annotated[Tagged | None, Depends(_tagged)]
"""The tags that an address asks for."""
Limit = Annotated[int, Query(ge=1, le=1000)]
Offset = Annotated[int, Query(ge=0, le=2**31 - 1)]
