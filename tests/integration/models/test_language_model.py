"""A language model over HTTP: answers repaired, asked for again, or refused honestly."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import pytest
from pydantic import BaseModel

from tacitus.adapters.models.language_model import (
    Limits,
    RemoteLanguageModel,
    remote_language_model,
)
from tacitus.domain.errors import ModelError, ModelUnavailable, UnusableAnswer
from tacitus.domain.reflection import Usage
from tacitus.ports.models import Answer
from tests.fakes.scripted_server import HANG, Reply, ScriptedServer, message, tool_call


class Facts(BaseModel):
    facts: list[str]


GOOD = '{"facts": ["It rains"]}'
CUT = '{"facts": ["It rains", "It sn'
QUICK = Limits(seconds=5.0, pause=0.0)


@asynccontextmanager
async def a_model(
    replies: Sequence[Reply], limits: Limits = QUICK
) -> AsyncGenerator[tuple[RemoteLanguageModel, ScriptedServer]]:
    with ScriptedServer(replies) as server:
        choice = remote_language_model("openai:small", base_url=f"{server.url}/v1", limits=limits)
        async with choice as model:
            yield model, server


async def ask(model: RemoteLanguageModel) -> Answer[Facts]:
    return await model.ask(system="Be terse.", prompt="What is it like?", shape=Facts)


async def answer_to(replies: Sequence[Reply]) -> tuple[Answer[Facts], ScriptedServer]:
    async with a_model(replies) as (model, server):
        return await ask(model), server


def failed(status: int, words: str = "", **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, body={"error": {"message": words}}, headers=named)


def asked(server: ScriptedServer, call: int) -> list[tuple[str, str]]:
    return [(one["role"], one["content"]) for one in server.requests[call].body["messages"]]


async def test_a_good_answer_takes_one_call() -> None:
    answer, server = await answer_to([message(GOOD)])

    assert answer.value == Facts(facts=["It rains"])
    assert answer.usage == Usage(input_tokens=100, output_tokens=10, calls=1)
    assert len(server.requests) == 1


async def test_the_request_carries_the_schema_in_words_and_in_the_providers_own_way() -> None:
    _, server = await answer_to([message(GOOD)])

    [(role, system), prompt] = asked(server, 0)
    assert (role, prompt) == ("system", ("user", "What is it like?"))
    assert system.startswith("Be terse.")
    assert '"required": ["facts"]' in system
    assert server.requests[0].body["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(message(f"Of course!\n```json\n{GOOD}\n```\nEnjoy."), id="prose and a fence"),
        pytest.param(message(f"<think>{{}} or [], hm</think>{GOOD}"), id="thinking first"),
        pytest.param(message('["It rains"]'), id="a list instead of an object"),
        pytest.param(tool_call(GOOD), id="a tool call instead of text"),
    ],
)
async def test_an_answer_in_the_wrong_form_is_repaired_without_asking_again(reply: Reply) -> None:
    answer, _ = await answer_to([reply])

    assert answer.value == Facts(facts=["It rains"])
    assert answer.usage.calls == 1


@pytest.mark.parametrize("in_the_outer_json", [True, False])
async def test_a_lone_surrogate_is_replaced(in_the_outer_json: bool) -> None:
    text = '{"facts": ["sun \ud83d"]}' if in_the_outer_json else '{"facts": ["sun \\ud83d"]}'

    answer, _ = await answer_to([message(text)])

    assert answer.value == Facts(facts=["sun \ufffd"])


async def test_a_lone_surrogate_in_the_prompt_does_not_break_the_request() -> None:
    async with a_model([message(GOOD)]) as (model, server):
        await model.ask(system="s", prompt="sun \ud83d", shape=Facts)

    assert asked(server, 0)[1] == ("user", "sun \ufffd")


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        pytest.param(message('{"facts": null}'), "facts: Input should be a valid list", id="null"),
        pytest.param(message(""), "it was empty", id="empty"),
        pytest.param(message(None), "it was empty", id="no content"),
        pytest.param(message("I'm sorry, I can't."), "it holds no JSON", id="refused in words"),
        pytest.param(message(None, refusal="No."), "it holds no JSON", id="refused in protocol"),
        pytest.param(message(CUT), "broke off", id="cut"),
        pytest.param(message("", finish="length"), "broke off", id="cut while thinking"),
    ],
)
async def test_a_bad_answer_is_asked_for_again_with_the_reason(bad: Reply, told: str) -> None:
    answer, server = await answer_to([bad, message(GOOD)])

    assert answer.value == Facts(facts=["It rains"])
    assert answer.usage == Usage(input_tokens=100 + 100, output_tokens=10 + 10, calls=2)
    assert told in asked(server, 1)[-1][1]


async def test_the_model_sees_its_bad_answer_but_never_two_messages_of_one_side_in_a_row() -> None:
    _, server = await answer_to([message('{"fact": 1}'), message(GOOD)])
    _, silent = await answer_to([message(""), message(GOOD)])

    assert [role for role, _ in asked(server, 1)] == ["system", "user", "assistant", "user"]
    assert asked(server, 1)[2] == ("assistant", '{"fact": 1}')
    assert [role for role, _ in asked(silent, 1)] == ["system", "user"]
    assert asked(silent, 1)[1][1].startswith("What is it like?\n\nYour last answer")


async def test_an_answer_that_stays_bad_is_given_up_after_three_calls() -> None:
    async with a_model([message("no idea")]) as (model, server):
        with pytest.raises(UnusableAnswer, match="no usable answer, asked 3 times") as e:
            await ask(model)

    assert len(server.requests) == 3
    assert not e.value.retryable
    assert e.value.spent[2] == 3


async def test_a_cut_answer_is_asked_for_once_more_and_no_half_of_it_is_kept() -> None:
    async with a_model([message(CUT)]) as (model, server):
        with pytest.raises(UnusableAnswer, match="breaks off before its end"):
            await ask(model)

    assert len(server.requests) == 2


async def test_a_rate_limit_within_our_patience_is_waited_out() -> None:
    answer, _ = await answer_to([failed(429, Retry_After="0"), message(GOOD)])

    assert answer.usage == Usage(input_tokens=100, output_tokens=10, calls=2)


async def test_a_longer_rate_limit_is_left_to_the_caller_with_the_time_to_wait() -> None:
    async with a_model([failed(429, "slow down", Retry_After="30")]) as (model, server):
        with pytest.raises(ModelUnavailable, match="429 \\(slow down\\)") as caught:
            await ask(model)

    assert caught.value.retry_after == 30
    assert caught.value.retryable
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [500, 502, 503, 504, 529, 408])
async def test_a_failing_server_is_tried_again(status: int) -> None:
    answer, _ = await answer_to([failed(status), message(GOOD)])

    assert answer.usage.calls == 2


async def test_a_server_that_keeps_failing_is_tried_three_times_in_all() -> None:
    async with a_model([failed(500)]) as (model, server):
        with pytest.raises(ModelUnavailable):
            await ask(model)

    assert len(server.requests) == 3


async def test_a_server_that_hangs_is_left_at_the_time_limit_and_not_asked_again() -> None:
    async with a_model([HANG], Limits(seconds=0.05)) as (model, server):
        began = time.monotonic()
        with pytest.raises(ModelUnavailable, match=r"openai:small did not answer within 0\.05 s"):
            await ask(model)
        took = time.monotonic() - began

    assert len(server.requests) <= 1
    assert took < 5


async def test_nobody_listening_is_unavailable() -> None:
    with ScriptedServer([message(GOOD)]) as server:
        address = server.url
    async with remote_language_model("openai:small", base_url=address, limits=QUICK) as model:
        with pytest.raises(ModelUnavailable, match="cannot be reached"):
            await ask(model)


@pytest.mark.parametrize(
    ("status", "words"),
    [(401, "refused the API key"), (403, "refused the API key"), (404, "check the model's name")],
)
async def test_a_refusal_that_no_waiting_mends_is_final(status: int, words: str) -> None:
    async with a_model([failed(status, "key sk-123 is wrong")]) as (model, server):
        with pytest.raises(ModelError, match=words) as caught:
            await ask(model)

    assert not caught.value.retryable
    assert status == 404 or "sk-123" not in str(caught.value)
    assert len(server.requests) == 1


async def test_a_server_that_knows_no_response_format_is_asked_in_plain_words_afterwards() -> None:
    replies = [failed(400, "unknown field response_format"), message(GOOD)]
    async with a_model(replies) as (model, server):
        await ask(model)
        await ask(model)

    sent = ["response_format" in request.body for request in server.requests]
    assert sent == [True, False, False]


async def test_a_request_rejected_in_either_form_is_final_and_forgets_the_plain_one() -> None:
    replies = [failed(400, "bad text"), failed(400, "bad text"), message(GOOD)]
    async with a_model(replies) as (model, server):
        with pytest.raises(ModelError, match="rejected the request \\(bad text\\)"):
            await ask(model)
        await ask(model)

    sent = ["response_format" in request.body for request in server.requests]
    assert sent == [True, False, True]


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(Reply(body=b"<html>", headers={"Content-Type": "text/html"}), id="a page"),
        pytest.param(Reply(body=b"{", headers={}), id="half a body"),
        pytest.param(Reply(body={"choices": []}), id="no choices"),
        pytest.param(Reply(body=[1]), id="a list"),
        pytest.param(Reply(body=b"null"), id="null"),
    ],
)
async def test_a_success_that_is_none_is_tried_again_and_then_an_honest_error(reply: Reply) -> None:
    answer, _ = await answer_to([reply, message(GOOD)])
    async with a_model([reply]) as (model, server):
        with pytest.raises((UnusableAnswer, ModelUnavailable), match="openai:small"):
            await ask(model)

    assert answer.usage.calls == 2
    assert len(server.requests) == 3


async def test_no_more_calls_are_under_way_than_allowed() -> None:
    with ScriptedServer([message(GOOD)], holds=2) as server:
        choice = remote_language_model(
            "openai:small", base_url=server.url, limits=Limits(concurrent=2, pause=0.0)
        )
        async with choice as model:
            await asyncio.gather(*(ask(model) for _ in range(6)))

    assert len(server.requests) == 6
    assert server.most_at_once == 2


async def test_the_model_can_be_used_again_after_closing() -> None:
    async with a_model([message(GOOD)]) as (model, _):
        await ask(model)
        await model.close()
        await ask(model)


async def test_the_usage_of_a_provider_that_counts_nothing_is_calls_alone() -> None:
    body = json.loads(json.dumps(message(GOOD).body))
    del body["usage"]

    answer, _ = await answer_to([Reply(body=body)])

    assert answer.usage == Usage(calls=1)
