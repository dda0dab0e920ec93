"""A bank as tools: the program in processes of its own, asked by the SDK's own client."""

import json
import signal
import subprocess
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import CallToolResult, TextContent

from tests.acceptance.processes import PROGRAM, ROOT, environment, served

pytestmark = pytest.mark.database

KEY = "Ann: The spare key is with Okafor."
QUESTION = {"query": "Who has the spare key?"}
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "a test", "version": "1"},
    },
}
TOOLS = ["retain", "recall", "reflect", "opinions", "retract", "list", "get"]
ACCEPTS = {"Accept": "application/json, text/event-stream"}


def told(result: CallToolResult) -> dict[str, Any]:
    [block] = result.content
    assert isinstance(block, TextContent)
    assert not result.is_error, block.text
    assert result.structured_content is not None
    return result.structured_content


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mcp")


@pytest.fixture(scope="module")
def address(home: Path) -> Generator[str]:
    with served(home) as address:
        yield address


@pytest.fixture(params=["alone", "spread out"])
def ways(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Where to ask, and where to tell: one server, or two with three workers beside them."""
    if request.param == "spread out":
        return request.getfixturevalue("spread_out")
    address = request.getfixturevalue("address")
    return address, address


def started(home: Path, bank: str) -> StdioServerParameters:
    """The configuration of an agent that starts the program itself."""
    program, *arguments = [*PROGRAM, "mcp", "--bank", bank]
    return StdioServerParameters(command=program, args=arguments, env=environment(home), cwd=ROOT)


async def test_an_agent_remembers_through_a_process_of_its_own(home: Path, address: str) -> None:
    bank = "my agent"
    async with Client(started(home, bank)) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        early = await client.call_tool("recall", QUESTION)
        kept = told(await client.call_tool("retain", {"content": KEY}))
        found = told(await client.call_tool("recall", QUESTION))
        answered = told(await client.call_tool("reflect", QUESTION))

    assert tools == TOOLS
    assert early.is_error
    [memory] = found["memories"]
    assert kept["memory_ids"] == [memory["id"]] == answered["sentences"][0]["rests_on"]
    assert memory["text"] == KEY
    async with Client(f"{address}/mcp/{bank}") as client:  # the same memory, by the other way
        assert told(await client.call_tool("recall", QUESTION))["memories"][0]["id"] == memory["id"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])  # the newest revision, and the handshake
async def test_every_bank_has_tools_of_its_own_over_http(ways: tuple[str, str], mode: str) -> None:
    asking, telling = (f"{address}/mcp/team%2F{mode}" for address in ways)
    async with Client(asking, mode=mode) as client, Client(telling, mode=mode) as teller:
        kept = told(await teller.call_tool("retain", {"content": KEY, "document_id": "call/1"}))
        found = told(await client.call_tool("recall", QUESTION))
        assert [one["id"] for one in found["memories"]] == kept["memory_ids"]

        async with Client(f"{ways[0]}/mcp/other%2F{mode}", mode=mode) as elsewhere:
            strange = await elsewhere.call_tool("recall", QUESTION)
            assert strange.is_error

        gone = told(await teller.call_tool("retract", {"document_id": "call/1"}))
        assert gone["memories_deleted"] == 1
        assert told(await client.call_tool("recall", QUESTION))["memories"] == []


async def test_a_long_text_is_accepted_and_its_operation_followed(ways: tuple[str, str]) -> None:
    content = "\n".join(f"Ann: I counted {count} swans on the lake." for count in range(500))
    async with Client(f"{ways[0]}/mcp/swans") as client:
        accepted = told(await client.call_tool("retain", {"content": content}))
        asked = {"operation_id": accepted["operation_id"]}
        status = "pending"
        while status in {"pending", "processing"}:
            status = told(await client.call_tool("get", asked))["operation"]["status"]
        assert status == "completed"
        assert told(await client.call_tool("list", {"words": "499 swans"}))["total"] == 1


def test_web_pages_are_kept_out_and_streams_are_not_offered(address: str) -> None:
    ways: list[tuple[str, dict[str, str], int]] = [
        ("POST", {}, 200),
        ("POST", {"Origin": "http://localhost:6274"}, 200),
        ("POST", {"Host": "evil.example"}, 421),
        ("POST", {"Origin": "https://evil.example"}, 403),
        ("GET", {}, 405),
        ("DELETE", {}, 405),
    ]
    with httpx.Client(base_url=address, headers=ACCEPTS) as client:
        answers = [
            client.request(method, "/mcp/home", headers=headers, json=HELLO).status_code
            for method, headers, _ in ways
        ]
    assert answers == [status for *_, status in ways]


@pytest.mark.parametrize(("stop", "code"), [(signal.SIGTERM, 143), (None, 0)])
def test_nothing_but_the_protocol_is_printed_and_the_program_ends_when_told(
    home: Path, address: str, stop: signal.Signals | None, code: int
) -> None:
    with subprocess.Popen(
        [*PROGRAM, "mcp", "--bank", "quiet"],
        cwd=ROOT,
        env=environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        half = {"name": "retain", "arguments": {"content": "\ud83d"}}
        call = {"jsonrpc": "2.0", "id": "half", "method": "tools/call", "params": half}
        tools = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
        lines = ["no JSON at all", *map(json.dumps, (HELLO, call, tools))]
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        if stop is None:
            process.stdin.close()  # at once: what was asked is answered all the same
        said = [json.loads(process.stdout.readline()) for _ in lines]
        if stop is not None:
            process.send_signal(stop)
        rest = process.stdout.read() + process.stderr.read()  # until it ends
        assert process.wait() == code

    answers = {answer["id"]: answer for answer in said}
    assert answers[None]["error"]["code"] == -32700
    assert not answers["half"]["result"].get("isError")
    assert answers[1]["result"]["serverInfo"]["name"] == "tacitus"
    assert [tool["name"] for tool in answers[2]["result"]["tools"]] == TOOLS
    assert rest == ""
