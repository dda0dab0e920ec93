"""What a choice of model sends, to whom; and that nothing is loaded before the first question."""

import subprocess
import sys

import pytest
from pydantic import BaseModel

from tacitus.adapters.models.language_model import remote_language_model
from tests.fakes.scripted_server import Request, ScriptedServer, message


class Word(BaseModel):
    word: str


GOOD = message('{"word": "yes"}')


async def request_to(choice: str) -> Request:
    """The one request that a question to `choice` sends, answered with a word."""
    with ScriptedServer([GOOD]) as server:
        model = remote_language_model(choice, base_url=f"{server.url}/v1", api_key="secret")
        async with model:
            answer = await model.ask(system="s", prompt="p", shape=Word)
        assert answer.value == Word(word="yes")
        [request] = server.requests
        return request


@pytest.mark.parametrize(
    ("choice", "model"),
    [
        ("openai:gpt-4o-mini", "gpt-4o-mini"),
        ("OpenAI: gpt-4o-mini", "gpt-4o-mini"),
        ("groq:openai/gpt-oss-120b", "openai/gpt-oss-120b"),
        ("ollama:qwen3:8b", "qwen3:8b"),
    ],
)
async def test_three_providers_speak_the_openai_protocol(choice: str, model: str) -> None:
    request = await request_to(choice)

    assert request.path == "/v1/chat/completions"
    assert request.body["model"] == model
    assert request.headers["authorization"] == "Bearer secret"


async def test_a_key_in_the_environment_never_goes_to_a_server_it_was_not_given_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "of-openai")
    with ScriptedServer([GOOD]) as server:
        async with remote_language_model("openai:local", base_url=server.url) as model:
            await model.ask(system="s", prompt="p", shape=Word)

        assert "of-openai" not in str(server.requests[0].headers)


def test_an_idle_model_loads_no_client() -> None:
    program = (
        "import sys\n"
        "from tacitus.adapters.models.language_model import remote_language_model\n"
        "remote_language_model('openai:gpt-4o-mini', api_key='k')\n"
        "print(sorted({'pydantic_ai', 'openai', 'anthropic', 'groq'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )

    assert done.stdout.strip() == "[]"
