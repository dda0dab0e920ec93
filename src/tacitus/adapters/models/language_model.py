"""A language model that answers in the shape asked for, or says honestly that it did not."""

import asyncio
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeVar, cast

from pydantic import BaseModel

from tacitus.adapters.models.choice import ModelChoice
from tacitus.adapters.models.dialogue import Endpoint, Failure, Reply, Request, first_request
from tacitus.adapters.models.repair import Fault, read
from tacitus.domain.errors import UnusableAnswer
from tacitus.domain.reflection import Usage
from tacitus.ports.models import Answer

Shape = TypeVar("Shape", bound=BaseModel)

MAX_CUTS = 2
"""How often an answer may break off before we stop asking for it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long and how often a model is asked.

    Attributes:
        seconds: Longest time of one call.
        calls: Most calls for one question, failed ones included.
        concurrent: Calls under way at a time; further ones wait their turn.
        patience: Longest pause in seconds, between two calls, that a provider's `Retry-After` is
            obeyed for; a longer one is left to the caller.
        pause: Seconds before a call is repeated where the provider names no time; doubles.
    """

    seconds: float = 60.0
    calls: int = 3
    concurrent: int = 4
    patience: float = 5.0
    pause: float = 0.5


class RemoteLanguageModel:
    """A model behind HTTP. Its client is loaded with the first question, and closed with `close`."""

    def __init__(self, choice: ModelChoice, limits: Limits | None = None) -> None:
        self._choice = choice
        self._limits = limits or Limits()
        self._turns = asyncio.Semaphore(self._limits.concurrent)
        self._loading = asyncio.Lock()
        self._endpoint: Endpoint | None = None

    @property
    def name(self) -> str:
        return self._choice.name

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections; a later question opens new ones."""
        endpoint, self._endpoint = self._endpoint, None
        if endpoint is not None:
            await endpoint.close()

    async def ask(
        self, *, system: str, prompt: str, shape: type[Shape], calls: int | None = None
    ) -> Answer[Shape]:
        """Ask, repairing or asking again within the limits.

        Raises:
            ModelUnavailable: No answer within the time limit, or none from the provider.
            UnusableAnswer: No answer could be read as `shape`; or it broke off twice.
            ModelError: The provider refuses the request or the key.
            Misconfigured: The provider's client refuses the settings.
        """
        request = first_request(system, prompt, shape)
        usage, fault, cuts = Usage(), Fault("nothing was asked"), 0
        most = min(self._limits.calls, calls or self._limits.calls)
        for call in range(most):
            reply = await self._call(request)
            if isinstance(reply, Failure):
                usage += Usage(calls=1)
                await self._wait_after(reply, call, most)
                continue
            usage += reply.usage
            outcome = read(reply.text, shape)
            if not isinstance(outcome, Fault):
                return Answer(outcome, usage)
            fault = Fault(outcome.reason, cut=outcome.cut or reply.cut)
            cuts += fault.cut
            if cuts == MAX_CUTS:
                break
            request = request.again(reply.text, fault)
        raise UnusableAnswer(
            f"{self.name} gave no usable answer, asked {usage.calls} times: {fault.reason}",
            (usage.input_tokens, usage.output_tokens, usage.calls),
        )

    async def _call(self, request: Request) -> Reply | Failure:
        async with self._turns:
            endpoint = self._endpoint or await self._load()
            return await endpoint.complete(request)

    async def _load(self) -> Endpoint:
        # A second of importing, away from the event loop.
        async with self._loading:
            if self._endpoint is None:
                seconds = self._limits.seconds
                self._endpoint = await asyncio.to_thread(_connect, self._choice, seconds)
            return self._endpoint

    async def _wait_after(self, failure: Failure, call: int, most: int) -> None:
        """Wait before the next call, or raise where there is to be none."""
        asked = getattr(failure.error, "retry_after", None)
        wait = self._limits.pause * 2**call if asked is None else float(asked)
        if not failure.again or call + 1 == most or wait > self._limits.patience:
            raise failure.error
        await asyncio.sleep(wait)


def remote_language_model(
    model: str,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    limits: Limits | None = None,
) -> RemoteLanguageModel:
    """Make the model that a string such as `openai:gpt-4o-mini` names; nothing is loaded yet.

    Raises:
        Misconfigured: The string, the address or the key cannot work.
    """
    return RemoteLanguageModel(ModelChoice.parse(model, base_url=base_url, api_key=api_key), limits)


def _connect(choice: ModelChoice, seconds: float) -> Endpoint:
    providers = importlib.import_module("tacitus.adapters.models.providers")
    connect = cast(Callable[[ModelChoice, float], Endpoint], providers.connect)
    return connect(choice, seconds)
