"""What routes work with: the runtime that the application was made for."""

from typing import Annotated

from fastapi import Depends, Query, Request

from tacitus.bootstrap import Runtime
from tacitus.engine import Engine


async def _runtime(request: Request) -> Runtime:
    runtime = request.app.state.runtime
    assert isinstance(runtime, Runtime)
    return runtime


async def _engine(request: Request) -> Engine:
    return (await _runtime(request)).engine


ServedRuntime = Annotated[Runtime, Depends(_runtime)]
ServedEngine = Annotated[Engine, Depends(_engine)]
Limit = Annotated[int, Query(ge=1, le=1000)]
Offset = Annotated[int, Query(ge=0, le=2**31 - 1)]
