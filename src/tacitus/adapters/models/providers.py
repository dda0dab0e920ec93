"""The providers of language models, through pydantic-ai.

Importing this module loads pydantic-ai, and `connect` the provider's own client: a second or two and
60 to 120 MB. Only `language_model` does so, when the first question is asked.
"""

import asyncio
from typing import Any

from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import AgentRunError, ModelAPIError, UserError
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, infer_model
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.providers import Provider, infer_provider_class
from pydantic_ai.settings import ModelSettings

from tacitus.adapters.models.choice import ModelChoice, ProviderName
from tacitus.adapters.models.dialogue import Failure, Reply, Request
from tacitus.adapters.models.failures import broken, rejects_the_request, translated, unanswered
from tacitus.domain.errors import Misconfigured
from tacitus.domain.reflection import Usage

# Groq's own client would bring nothing but a second way to do the same.
_OPENAI_PROTOCOL = {ProviderName.OPENAI: "openai-chat", ProviderName.GROQ: "openai-chat"}


class PydanticAiEndpoint:
    """One model of one provider.

    The provider's own structured output is used where it has one. A server that rejects a request
    with it is asked in plain words from then on; the schema stands in the system text anyway.
    """

    def __init__(self, model: Model[Any], name: str, seconds: float) -> None:
        self._model = model
        self._name = name
        self._seconds = seconds
        self._plain = False
        self._entered = False

    async def complete(self, request: Request) -> Reply | Failure:
        try:
            async with asyncio.timeout(self._seconds):
                response = await self._send(request)
        except TimeoutError:
            return unanswered(self._name, self._seconds)
        except ModelAPIError as error:
            # If it is not the format that is rejected, the next request may have it again.
            rejected = rejects_the_request(error)
            again = rejected and not self._plain
            self._plain = again if rejected else self._plain
            return translated(error, self._name, again=again)
        except UserError as error:
            return Failure(Misconfigured(f"{self._name}: {error}"), again=False)
        except (AgentRunError, LookupError, TypeError, ValueError, AttributeError) as error:
            # pydantic-ai on a 200 whose body is not what the protocol promises
            return broken(error, self._name)
        return _reply(response)

    async def close(self) -> None:
        if self._entered:
            self._entered = False
            await self._model.__aexit__(None, None, None)

    async def _send(self, request: Request) -> ModelResponse:
        if not self._entered:
            self._entered = True
            await self._model.__aenter__()
        settings = ModelSettings(max_retries=0, timeout=self._seconds + 1)
        if not self._plain:
            settings["temperature"] = 0.0
        return await model_request(
            self._model,
            _messages(request),
            model_settings=settings,
            model_request_parameters=self._parameters(request),
        )

    def _parameters(self, request: Request) -> ModelRequestParameters:
        if self._plain:
            return ModelRequestParameters(output_mode="text")
        native = self._model.profile.get("supports_json_schema_output", False)
        return ModelRequestParameters(
            output_mode="native" if native else "prompted",
            output_object=OutputObjectDefinition(
                json_schema=request.shape.model_json_schema(), name=request.shape.__name__
            ),
            prompted_output_template=False,
        )


def connect(choice: ModelChoice, seconds: float) -> PydanticAiEndpoint:
    """Make a client for the model; nothing is sent yet.

    Args:
        seconds: Longest time that one call may take.

    Raises:
        Misconfigured: The provider's client is not installed, or refuses the settings.
    """
    kind = _OPENAI_PROTOCOL.get(choice.provider, str(choice.provider))

    def provider(name: str) -> Provider[Any]:
        # Address and key are always given, so that no client looks for its own in the environment.
        made: type[Any] = infer_provider_class(name)
        return made(base_url=choice.base_url, api_key=choice.api_key)

    try:
        model = infer_model(f"{kind}:{choice.model}", provider)
    except (ImportError, UserError) as error:
        raise Misconfigured(f"{choice.name}: {error}") from error
    return PydanticAiEndpoint(model, choice.name, seconds)


def _messages(request: Request) -> list[ModelMessage]:
    if not request.complaint:
        return [_asked(request.prompt, request.system)]
    if not request.bad_answer:  # not every server takes two messages in a row from one side
        return [_asked(f"{request.prompt}\n\n{request.complaint}", request.system)]
    return [
        _asked(request.prompt, request.system),
        ModelResponse(parts=[TextPart(request.bad_answer)]),
        _asked(request.complaint, request.system),
    ]


def _asked(text: str, system: str) -> ModelRequest:
    return ModelRequest(parts=[UserPromptPart(text)], instructions=system)


def _reply(response: ModelResponse) -> Reply:
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    for part in response.parts:
        if isinstance(part, ToolCallPart):  # some models answer a schema with a call
            text = part.args_as_json_str()
            break
    refusal = (response.provider_details or {}).get("refusal")
    return Reply(
        text or str(refusal or ""),
        Usage(response.usage.input_tokens, response.usage.output_tokens, calls=1),
        cut=response.finish_reason == "length",
    )
