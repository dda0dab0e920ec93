"""The models that the settings name, opened and watched; part of the bootstrap."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from pydantic import SecretStr

from tacitus.adapters.models import open_embedder, open_language_model, open_reranker
from tacitus.adapters.models.bpe_counter import BpeCounter
from tacitus.adapters.telemetry import (
    WatchedEmbedder,
    WatchedLanguageModel,
    WatchedReranker,
    Watching,
)
from tacitus.ports.models import Embedder, LanguageModel, Reranker, TokenCounter
from tacitus.settings import Settings


@runtime_checkable
class Closing(Protocol):
    """A model that holds a connection."""

    async def close(self) -> None: ...


@runtime_checkable
class Warming(Protocol):
    """A model that loads with the first thing that is asked of it."""

    async def warm(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The models in use."""

    embedder: Embedder
    counter: TokenCounter
    language: LanguageModel | None = None
    reranker: Reranker | None = None


async def language_model_of(settings: Settings, stack: AsyncExitStack) -> LanguageModel | None:
    """Make the language model that the settings name, if any; the stack closes it.

    Raises:
        Misconfigured: It cannot be; the message says the way out.
    """
    model = open_language_model(
        settings.llm,
        base_url=settings.llm_base_url,
        api_key=settings.language_model_key,
        seconds=settings.llm_seconds,
    )
    if model is not None:
        stack.push_async_callback(model.close)
    return model


async def embedder_of(settings: Settings, stack: AsyncExitStack) -> Embedder:
    """Open the embedder that the settings name; the stack closes it.

    Raises:
        Misconfigured: It cannot be; the message says the way out.
        ModelError: Its server does not answer as it should.
    """
    embedder = await open_embedder(
        settings.embedder, settings.embedder_base_url, _secret(settings.embedder_api_key)
    )
    if isinstance(embedder, Closing):
        stack.push_async_callback(embedder.close)
    return embedder


async def reranker_of(settings: Settings, stack: AsyncExitStack) -> Reranker | None:
    """Make the reranker that the settings name, if any; the stack closes it.

    Raises:
        Misconfigured: It cannot be; the message says the way out.
    """
    reranker = open_reranker(settings.reranker, _secret(settings.reranker_api_key))
    if isinstance(reranker, Closing):
        stack.push_async_callback(reranker.close)
    return reranker


async def models_of(settings: Settings, stack: AsyncExitStack) -> Models:
    """Open the models that the settings name; the stack closes them. Raises as each does."""
    return Models(
        language=await language_model_of(settings, stack),
        embedder=await embedder_of(settings, stack),
        counter=BpeCounter(),
        reranker=await reranker_of(settings, stack),
    )


def _secret(value: SecretStr | None) -> str | None:
    return value.get_secret_value() if value else None


def watched(models: Models, watching: Watching) -> Models:
    """Return the models with their calls watched."""
    language, reranker = models.language, models.reranker
    return replace(
        models,
        embedder=WatchedEmbedder(models.embedder, watching),
        language=None if language is None else WatchedLanguageModel(language, watching),
        reranker=None if reranker is None else WatchedReranker(reranker, watching),
    )
