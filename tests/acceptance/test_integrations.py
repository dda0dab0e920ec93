"""Two published integrations, unmodified, against a server: their code, their client, our memory."""

import logging
from collections.abc import AsyncGenerator
from typing import Any, cast

import hindsight_langgraph
import httpx
import pytest
from hindsight_client import Hindsight
from hindsight_langgraph import create_hindsight_tools as langgraph_tools
from hindsight_langgraph import memory_instructions as langgraph_instructions
from hindsight_pydantic_ai import create_hindsight_tools as pydantic_ai_tools
from hindsight_pydantic_ai import memory_instructions as pydantic_ai_instructions
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import BaseTool
from langgraph.graph import END, START, MessagesState, StateGraph  # pyright: ignore[reportMissingTypeStubs]
from pydantic_ai import Agent
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel

pytestmark = pytest.mark.database

KEY = "Ann: The spare key is with Okafor."
QUESTION = "Who has the spare key?"


@pytest.fixture
async def client(addresses: tuple[str, str]) -> AsyncGenerator[Hindsight]:
    client = Hindsight(base_url=addresses[1])
    yield client
    await client.aclose()


class Script:
    """A model that calls every memory tool once, then says what the last one returned."""

    def __init__(self) -> None:
        self.instructions: list[str | None] = []

    def __call__(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.instructions.append(info.instructions)
        told = [
            part
            for message in messages
            if isinstance(message, ModelRequest)
            for part in message.parts
            if isinstance(part, ToolReturnPart)
        ]
        calls = (
            ToolCallPart("hindsight_retain", {"content": KEY}),
            ToolCallPart("hindsight_recall", {"query": QUESTION}),
            ToolCallPart("hindsight_reflect", {"query": QUESTION}),
        )
        if len(told) < len(calls):
            return ModelResponse([calls[len(told)]])
        return ModelResponse([TextPart(" | ".join(str(one.content) for one in told))])


async def test_pydantic_ai_remembers_recalls_and_reflects(client: Hindsight) -> None:
    script = Script()
    agent = Agent(
        FunctionModel(script),
        tools=pydantic_ai_tools(bank_id="pydantic-ai", client=client, tags=["agent"]),
    )

    stored, recalled, reflected = (await agent.run(QUESTION)).output.split(" | ")

    assert stored == "Memory stored successfully."
    assert recalled == f"1. {KEY}"
    assert KEY in reflected


async def test_pydantic_ai_begins_with_what_is_remembered(client: Hindsight) -> None:
    await client.aretain(bank_id="begun", content=KEY, tags=["agent"])
    script = Script()
    remembered = pydantic_ai_instructions(
        bank_id="begun", client=client, query=QUESTION, tags=["agent"], tags_match="any_strict"
    )
    tools = pydantic_ai_tools(
        bank_id="begun",
        client=client,
        recall_tags=["agent"],
        recall_tags_match="all_strict",
        budget="high",
    )

    await Agent(FunctionModel(script), tools=tools, instructions=[remembered]).run(QUESTION)

    assert script.instructions[0] is not None
    assert f"1. {KEY}" in script.instructions[0]


async def test_langgraph_tools_use_every_option_they_have(client: Hindsight, address: str) -> None:
    tools: list[BaseTool] = langgraph_tools(
        client=client,
        tags=["agent"],
        retain_metadata={"thread": "7"},
        retain_document_id="thread/7",
        recall_types=["world", "experience", "observation"],
        recall_include_entities=True,
        recall_tags=["agent"],
        recall_tags_match="any_strict",
        reflect_context="Ann asks.",
        reflect_max_tokens=200,
        reflect_response_schema={"type": "object", "properties": {"who": {"type": "string"}}},
        budget="low",
        max_tokens=512,
    )
    retain, recall, reflect = tools
    config = {"configurable": {"user_id": "langgraph tools"}}

    stored = await retain.ainvoke({"content": KEY}, config=cast(Any, config))
    recalled = await recall.ainvoke({"query": QUESTION}, config=cast(Any, config))
    reflected = await reflect.ainvoke({"query": QUESTION}, config=cast(Any, config))

    assert stored == "Memory stored successfully."
    assert recalled == f"1. {KEY}"
    assert KEY in reflected
    document = f"{address}/v1/default/banks/langgraph%20tools/documents/thread%2F7"
    async with httpx.AsyncClient() as wire:
        kept = (await wire.get(document)).json()
    assert (kept["original_text"], kept["tags"]) == (KEY, ["agent"])
    assert kept["document_metadata"] == {"thread": "7"}


async def test_a_graph_remembers_from_one_thread_to_the_next(client: Hindsight) -> None:
    def answer(state: MessagesState) -> dict[str, Any]:
        known = [str(one.content) for one in state["messages"] if one.type == "system"]
        return {"messages": [AIMessage(" ".join(known) or "I do not know yet.")]}

    nodes: Any = hindsight_langgraph
    graph: Any = StateGraph(MessagesState)
    graph.add_node("recall", nodes.create_recall_node(client=client))
    graph.add_node("answer", answer)
    graph.add_node("retain", nodes.create_retain_node(client=client))
    graph.add_edge(START, "recall")
    graph.add_edge("recall", "answer")
    graph.add_edge("answer", "retain")
    graph.add_edge("retain", END)
    agent = graph.compile()
    config: Any = {"configurable": {"user_id": "graph"}}

    await client.acreate_bank(bank_id="graph")
    first = await agent.ainvoke({"messages": [HumanMessage("Okafor has the spare key.")]}, config)
    second = await agent.ainvoke({"messages": [HumanMessage(QUESTION)]}, config)

    assert first["messages"][-1].content == "I do not know yet."
    assert "Okafor has the spare key." in second["messages"][-1].content


async def test_langgraph_instructions_hold_what_is_remembered(
    client: Hindsight, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    await client.aretain(bank_id="instructed", content=KEY)
    remembered = langgraph_instructions(
        bank_id="instructed", client=client, base_instructions="Be kind.", query=QUESTION
    )

    said = await remembered()

    assert said == f"Be kind.\n\nRelevant memories:\n1. {KEY}"
    assert not caplog.records
