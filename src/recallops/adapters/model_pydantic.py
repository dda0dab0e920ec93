"""Language models through pydantic-ai. It is loaded with the first question: a second, and 60 MB."""

import asyncio
import importlib
from typing import Any, TypeVar, cast

from recallops.domain.errors import Invalid, ModelFailed

T = TypeVar("T")

PROVIDERS = {
    "openai": "openai-chat",
    "groq": "groq",
    "anthropic": "anthropic",
    "google": "google",
    "ollama": "openai-chat",
}
USUAL = {"groq": "openai/gpt-oss-120b"}
"""Models of providers that may be named without one."""

_OLLAMA = "http://127.0.0.1:11434/v1"
_NO_KEY = "none"


class PydanticAiModel:
    """`Model` over any model of pydantic-ai.

    Args:
        model: One of its models, or None to make one from the name with the first question.
        seconds: Longest wait for an answer.
    """

    def __init__(
        self,
        name: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        model: object | None = None,
        seconds: float = 90.0,
    ) -> None:
        provider, _, called = name.strip().partition(":")
        called = called or USUAL.get(provider.lower(), "")
        if model is None and not (called and provider.lower() in PROVIDERS):
            known = ", ".join(PROVIDERS)
            raise Invalid(f"RECALLOPS_LLM names no model: write provider:model, one of {known}")
        self._name = f"{provider}:{called}"
        self._base_url = base_url
        self._api_key = api_key
        self._model = model
        self._seconds = seconds

    @property
    def name(self) -> str:
        return self._name

    async def answer(self, instructions: str, material: str, shape: type[T]) -> T:
        ai = await asyncio.to_thread(importlib.import_module, "pydantic_ai")
        failures = importlib.import_module("pydantic_ai.exceptions")
        try:
            model = self._model or await asyncio.to_thread(self.connected)
            self._model = model
            agent = ai.Agent(model, output_type=shape, instructions=instructions, retries=1)
            async with asyncio.timeout(self._seconds):
                run = await agent.run(material)
        except TimeoutError as error:
            raise ModelFailed(f"{self._name} gave no answer in {self._seconds:g} s") from error
        except (failures.AgentRunError, failures.UserError, ImportError) as error:
            raise ModelFailed(f"{self._name}: {_first_line(error)}") from error
        return cast("T", run.output)

    def connected(self) -> object:
        """Return the model of pydantic-ai; nothing is sent yet."""
        models = importlib.import_module("pydantic_ai.models")
        providers = importlib.import_module("pydantic_ai.providers")
        provider, _, called = self._name.partition(":")
        home = _OLLAMA if provider.lower() == "ollama" else None

        def provided(name: str) -> object:
            # The key is always given, so that no client looks for one in the environment.
            made: Any = providers.infer_provider_class(name)
            given: dict[str, str] = {"api_key": self._api_key or _NO_KEY}
            address = self._base_url or home
            return made(**given, **({"base_url": address} if address else {}))

        return models.infer_model(f"{PROVIDERS[provider.lower()]}:{called}", provided)


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
