"""The tools of a bank in memory, called as an agent calls them."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client
from mcp.server.lowlevel.server import Server
from mcp_types import CallToolResult, TextContent

from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.mcp.server import server_over

BANK = "home"
Call = Callable[..., Awaitable[CallToolResult]]


def text_of(result: CallToolResult) -> str:
    [block] = result.content
    assert isinstance(block, TextContent)
    return block.text


def answer(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, text_of(result)
    assert result.structured_content is not None
    return result.structured_content


@pytest.fixture
def runtime() -> Runtime:
    return in_memory_runtime()


@pytest.fixture
def server(runtime: Runtime) -> Server[Any]:
    return server_over(runtime.engine, lambda context: BANK)


@pytest.fixture
def call(server: Server[Any]) -> Call:
    async def calling(tool: str, **arguments: object) -> CallToolResult:
        async with Client(server) as client:
            return await client.call_tool(tool, arguments)

    return calling
