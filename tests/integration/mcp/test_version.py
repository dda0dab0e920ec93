"""What the server says of its tools."""

import httpx

from tacitus.asgi import tools
from tacitus.bootstrap import in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.http.app import Beside, create_app, nothing


async def test_the_version_says_whether_agents_are_answered_here() -> None:
    assert await speaks_mcp(tools)
    assert not await speaks_mcp(nothing)


async def speaks_mcp(beside: Beside) -> bool:
    app = create_app(in_memory_runtime(), beside)
    async with (
        app.router.lifespan_context(app),
        AsyncClient("http://memory", transport=httpx.ASGITransport(app)) as memory,
    ):
        return (await memory.version()).features.mcp
