"""Reflect with a model behind HTTP that answers badly, late or not at all."""

import json
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import httpx
import pytest

from tacitus.adapters.models.language_model import Limits, remote_language_model
from tacitus.bootstrap import in_memory_runtime
from tacitus.client import AsyncClient, ServerFault, Unavailable
from tacitus.http.app import create_app
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tacitus.wire import ReflectRequest
from tests.fakes.scripted_server import HANG, Reply, ScriptedServer, message

FACT = "Remote work at Acme spares 40 people the commute."
QUESTION = "What of remote work at Acme?"
SECONDS = 1.0
LIMITS = Limits(seconds=SECONDS, pause=0.0)


def answer(*citations: int) -> Reply:
    return message(json.dumps({"sentences": [{"text": FACT, "citations": citations}]}))


@dataclass(frozen=True, slots=True)
class Asking:
    """A client of a memory that has read one fact, and the model's server behind it."""

    memory: AsyncClient
    server: ScriptedServer


@asynccontextmanager
async def asking(replies: Sequence[Reply]) -> AsyncGenerator[Asking]:
    with ScriptedServer(replies) as server:
        url = f"{server.url}/v1"
        async with remote_language_model("openai:small", base_url=url, limits=LIMITS) as model:
            opened = in_memory_runtime(model=model)
            reading = replace(opened.engine.retaining, extractor=VerbatimExtractor())
            engine = replace(opened.engine, retaining=reading)
            app = create_app(replace(opened, engine=engine))
            transport = httpx.ASGITransport(app, raise_app_exceptions=False)
            async with AsyncClient("http://memory", transport=transport) as memory:
                await memory.retain("notes", FACT)
                yield Asking(memory, server)


async def test_a_good_answer_is_given_with_what_it_cost() -> None:
    async with asking([answer(1)]) as ask:
        said = await ask.memory.reflect("notes", QUESTION)

    assert said.text == FACT
    assert (said.mode, said.calls) == ("model", 1)
    assert said.usage is not None
    assert (said.usage.input_tokens, said.usage.output_tokens) == (100, 10)


async def test_an_unknown_citation_comes_back_marked() -> None:
    async with asking([answer(7)]) as ask:
        said = await ask.memory.reflect("notes", QUESTION)

    [sentence] = said.sentences
    assert (sentence.support, sentence.citations) == ("unsupported", [])
    assert said.abstained


async def test_what_was_repaired_in_a_second_call_counts_as_two() -> None:
    async with asking([message("Remote work is fine."), answer(1)]) as ask:
        said = await ask.memory.reflect("notes", QUESTION)

    assert (said.text, said.calls) == (FACT, 2)


@pytest.mark.parametrize("content", ["Remote work is fine.", "", None])
async def test_plain_text_or_nothing_is_an_honest_error(content: str | None) -> None:
    async with asking([message(content)]) as ask:
        with pytest.raises(ServerFault, match="no usable answer") as raised:
            await ask.memory.reflect("notes", QUESTION)

        assert raised.value.status == 502
        assert len(ask.server.requests) == LIMITS.calls


async def test_a_ceiling_of_calls_is_kept_by_what_repairs_answers_too() -> None:
    async with asking([message("Remote work is fine.")]) as ask:
        with pytest.raises(ServerFault):
            await ask.memory.reflect("notes", ReflectRequest(query=QUESTION, max_calls=2))

        assert len(ask.server.requests) == 2


async def test_a_model_that_hangs_is_given_up_at_the_time_limit() -> None:
    async with asking([HANG]) as ask:
        began = time.monotonic()
        with pytest.raises(Unavailable, match="did not answer within 1 s"):
            await ask.memory.reflect("notes", QUESTION)

        assert time.monotonic() - began < SECONDS + 5  # the first question loads the client
        assert len(ask.server.requests) == 1


async def test_a_model_under_load_says_when_to_come_again() -> None:
    busy = Reply(status=429, body={"error": {"message": "slow down"}}, headers={"Retry-After": "7"})
    async with asking([busy]) as ask:
        with pytest.raises(Unavailable, match="429") as raised:
            await ask.memory.reflect("notes", QUESTION)

        assert raised.value.retry_after == 7
        assert len(ask.server.requests) == 1


async def test_the_answer_comes_in_a_shape_asked_again_until_it_fits() -> None:
    schema: dict[str, object] = {
        "type": "object",
        "properties": {"people": {"type": "integer"}},
        "required": ["people"],
    }
    wrong, right = message('{"people": "forty"}'), message('{"people": 40}')
    async with asking([answer(1), wrong, right]) as ask:
        asked = ReflectRequest(query=QUESTION, response_schema=schema)
        said = await ask.memory.reflect("notes", asked)

        complaint = ask.server.requests[2].body["messages"][-1]["content"]
    assert said.structured_output == {"people": 40}
    assert (said.structured_output_error, said.calls) == (None, 3)
    assert "integer" in complaint
