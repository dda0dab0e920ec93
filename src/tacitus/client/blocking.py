"""The client for code that waits: every call runs on one event loop, in a thread of its own."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from threading import Thread
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import httpx

from tacitus.client.asynchronous import AsyncClient

P = ParamSpec("P")
T = TypeVar("T")


def _waiting(
    method: Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate["Client", P], T]:
    """Make a method that calls the asynchronous one, and waits for it."""

    @wraps(method)
    def call(self: "Client", *args: P.args, **kwargs: P.kwargs) -> T:
        return self.run(method(self.asynchronous, *args, **kwargs))

    return call


class Client:
    """Speaks to a Tacitus server; see `AsyncClient` for every method.

    Threads may share one. Use it as a context manager, or close it.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        timeout: float = 300.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.asynchronous = AsyncClient(base_url, api_key, timeout=timeout, transport=transport)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="tacitus-client", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections and end the thread; twice does nothing more."""
        if self._loop.is_closed():
            return
        self.run(self.asynchronous.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine of `asynchronous` to its end; an interrupt cancels it."""
        if self._loop.is_closed():
            work.close()
            raise RuntimeError("The client is closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    health = _waiting(AsyncClient.health)
    version = _waiting(AsyncClient.version)

    create_bank = _waiting(AsyncClient.create_bank)
    bank = _waiting(AsyncClient.bank)
    banks = _waiting(AsyncClient.banks)
    delete_bank = _waiting(AsyncClient.delete_bank)
    stats = _waiting(AsyncClient.stats)

    retain = _waiting(AsyncClient.retain)
    retain_files = _waiting(AsyncClient.retain_files)
    recall = _waiting(AsyncClient.recall)
    reflect = _waiting(AsyncClient.reflect)
    give_feedback = _waiting(AsyncClient.give_feedback)

    memories = _waiting(AsyncClient.memories)
    memory = _waiting(AsyncClient.memory)
    set_state = _waiting(AsyncClient.set_state)
    edit_memory = _waiting(AsyncClient.edit_memory)
    memory_history = _waiting(AsyncClient.memory_history)
    delete_memory = _waiting(AsyncClient.delete_memory)
    documents = _waiting(AsyncClient.documents)
    document = _waiting(AsyncClient.document)
    tag_document = _waiting(AsyncClient.tag_document)
    delete_document = _waiting(AsyncClient.delete_document)
    deletion_preview = _waiting(AsyncClient.deletion_preview)
    retract_entity = _waiting(AsyncClient.retract_entity)
    receipts = _waiting(AsyncClient.receipts)
    entities = _waiting(AsyncClient.entities)
    entity = _waiting(AsyncClient.entity)
    merge_entities = _waiting(AsyncClient.merge_entities)
    split_entity = _waiting(AsyncClient.split_entity)
    alias_entity = _waiting(AsyncClient.alias_entity)
    unalias_entity = _waiting(AsyncClient.unalias_entity)

    tags = _waiting(AsyncClient.tags)

    opinions = _waiting(AsyncClient.opinions)
    opinion = _waiting(AsyncClient.opinion)
    state_opinion = _waiting(AsyncClient.state_opinion)
    add_evidence = _waiting(AsyncClient.add_evidence)
    forget_opinion = _waiting(AsyncClient.forget_opinion)
    recompute_opinions = _waiting(AsyncClient.recompute_opinions)
    add_background = _waiting(AsyncClient.add_background)

    operations = _waiting(AsyncClient.operations)
    operation = _waiting(AsyncClient.operation)
    cancel_operation = _waiting(AsyncClient.cancel_operation)
    delete_operation = _waiting(AsyncClient.delete_operation)
    retry_operation = _waiting(AsyncClient.retry_operation)

    directives = _waiting(AsyncClient.directives)
    directive = _waiting(AsyncClient.directive)
    add_directive = _waiting(AsyncClient.add_directive)
    change_directive = _waiting(AsyncClient.change_directive)
    delete_directive = _waiting(AsyncClient.delete_directive)
    standing_answers = _waiting(AsyncClient.standing_answers)
    standing_answer = _waiting(AsyncClient.standing_answer)
    add_standing_answer = _waiting(AsyncClient.add_standing_answer)
    change_standing_answer = _waiting(AsyncClient.change_standing_answer)
    refresh_standing_answer = _waiting(AsyncClient.refresh_standing_answer)
    clear_standing_answer = _waiting(AsyncClient.clear_standing_answer)
    standing_history = _waiting(AsyncClient.standing_history)
    delete_standing_answer = _waiting(AsyncClient.delete_standing_answer)

    keys = _waiting(AsyncClient.keys)
    create_key = _waiting(AsyncClient.create_key)
    revoke_key = _waiting(AsyncClient.revoke_key)

    webhooks = _waiting(AsyncClient.webhooks)
    add_webhook = _waiting(AsyncClient.add_webhook)
    change_webhook = _waiting(AsyncClient.change_webhook)
    delete_webhook = _waiting(AsyncClient.delete_webhook)
    deliveries = _waiting(AsyncClient.deliveries)
