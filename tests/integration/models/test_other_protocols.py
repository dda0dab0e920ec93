"""Providers that speak a protocol of their own; their clients take a second to load."""

import json

from pydantic import BaseModel

from tacitus.adapters.models.language_model import remote_language_model
from tacitus.domain.reflection import Usage
from tests.fakes.scripted_server import Reply, ScriptedServer


class Word(BaseModel):
    word: str


GOOGLE = Reply(
    body={
        "candidates": [
            {"content": {"role": "model", "parts": [{"text": '{"word": "yes"}'}]}, "index": 0}
        ],
        "usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 3},
    }
)

EVENTS: list[dict[str, object]] = [
    {
        "type": "message_start",
        "message": {
            "id": "m",
            "type": "message",
            "role": "assistant",
            "model": "claude-haiku-4-5",
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 7, "output_tokens": 0},
        },
    },
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "text_delta", "text": '{"word": "yes"}'},
    },
    {"type": "content_block_stop", "index": 0},
    {
        "type": "message_delta",
        "delta": {"stop_reason": "end_turn", "stop_sequence": None},
        "usage": {"output_tokens": 3},
    },
    {"type": "message_stop"},
]
ANTHROPIC = Reply(
    body="".join(
        f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in EVENTS
    ).encode(),
    headers={"Content-Type": "text/event-stream"},
)


async def test_google_answers_in_the_shape_asked_for() -> None:
    with ScriptedServer([GOOGLE]) as server:
        async with remote_language_model(
            "google:gemini-2.5-flash", base_url=server.url, api_key="secret"
        ) as model:
            answer = await model.ask(system="s", prompt="p", shape=Word)

        [request] = server.requests
    assert answer.value == Word(word="yes")
    assert answer.usage == Usage(input_tokens=7, output_tokens=3, calls=1)
    assert request.path == "/v1beta/models/gemini-2.5-flash:generateContent"
    assert request.headers["x-goog-api-key"] == "secret"


async def test_anthropic_answers_in_the_shape_asked_for() -> None:
    with ScriptedServer([ANTHROPIC]) as server:
        async with remote_language_model(
            "anthropic:claude-haiku-4-5", base_url=server.url, api_key="secret"
        ) as model:
            answer = await model.ask(system="s", prompt="p", shape=Word)

        [request] = server.requests
    assert answer.value == Word(word="yes")
    assert answer.usage == Usage(input_tokens=7, output_tokens=3, calls=1)
    assert request.path == "/v1/messages"
    assert request.headers["authorization"] == "Bearer secret"
