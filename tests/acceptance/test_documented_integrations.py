"""What docs/integrations.md shows is run, as it stands there."""

import ast
import json
import re
import shlex
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from tests.acceptance.processes import PROGRAM, ROOT, environment, ran, served
from tests.homes import ready_home

PAGE = (ROOT / "docs/integrations.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SERVER = "http://127.0.0.1:8888"
KEY = "The spare key is with Okafor."
SAYS = {
    "hindsight_langgraph": ["I do not know yet.", "Okafor has the spare key."],
    "hindsight_pydantic_ai": [f"1. Ben: {KEY}"],
    "httpx": [f"Dee: {KEY}", "['"],
    "tacitus.client": [f"Eve: {KEY}"],
}
"""What each example prints, by the library that it is about."""
NEEDS_A_SERVICE = "agents"

pytestmark = pytest.mark.database


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(PAGE) if name == language]


def libraries(example: str) -> set[str]:
    return {
        node.module or ""
        for node in ast.walk(ast.parse(example))
        if isinstance(node, ast.ImportFrom)
    } | {
        name.name
        for node in ast.walk(ast.parse(example))
        if isinstance(node, ast.Import)
        for name in node.names
    }


@pytest.fixture(scope="module")
def home() -> Generator[Path]:
    with ready_home() as home:
        yield home


@pytest.fixture(scope="module")
def address(home: Path) -> Generator[str]:
    with served(home) as address:
        yield address


@pytest.mark.parametrize("library", SAYS)
def test_an_example_prints_what_it_should(library: str, address: str, home: Path) -> None:
    [example] = [text for text in blocks("python") if library in libraries(text)]

    said = ran([sys.executable, "-c", example.replace(SERVER, address)], home)

    places = [said.find(words) for words in SAYS[library]]
    assert -1 not in places, said
    assert places == sorted(places)


def test_every_example_is_run_or_needs_a_service() -> None:
    about = [libraries(text) & {*SAYS, NEEDS_A_SERVICE} for text in blocks("python")]

    assert sorted(name for names in about for name in names) == sorted([*SAYS, NEEDS_A_SERVICE])


async def test_the_configurations_of_desktop_agents_lead_to_the_same_memory(
    address: str, home: Path
) -> None:
    started, called = (json.loads(text)["mcpServers"]["tacitus"] for text in blocks("json"))
    [line] = [text for text in blocks("sh") if text.startswith("claude")]
    assert shlex.split(line.partition(" -- ")[2]) == [started["command"], *started["args"]]
    program = StdioServerParameters(
        command=PROGRAM[0], args=[*PROGRAM[1:], *started["args"]], env=environment(home), cwd=ROOT
    )

    async with Client(program) as agent:
        kept = await agent.call_tool("retain", {"content": KEY})
    async with Client(called["url"].replace(SERVER, address)) as agent:
        found = await agent.call_tool("recall", {"query": "Who has the spare key?"})

    assert kept.structured_content is not None
    assert found.structured_content is not None
    [memory] = found.structured_content["memories"]
    assert [memory["id"]] == kept.structured_content["memory_ids"]
