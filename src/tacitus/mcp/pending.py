"""Requests that were read and not answered yet: input that ends does not end them."""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol, Self

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage

WAITED_SECONDS = 60.0
"""How long answers are waited for once nothing more is asked."""


class Outgoing(Protocol):
    """Where answers go."""

    async def send(self, item: SessionMessage, /) -> None: ...
    async def aclose(self) -> None: ...


@dataclass(slots=True)
class Pending:
    """What somebody waits for.

    Attributes:
        waited_seconds: How long at most, after the last line.
    """

    waited_seconds: float = WAITED_SECONDS
    _asked: Counter[str | int] = field(default_factory=Counter[str | int])
    _answered: anyio.Event = field(default_factory=anyio.Event)

    async def until_answered(self, lines: AsyncIterator[str]) -> AsyncGenerator[str]:
        """Yield lines that are messages, and end only when all requests among them are answered."""
        async for line in lines:
            self._read(types.jsonrpc_message_adapter.validate_json(line, by_name=False))
            yield line
        with anyio.move_on_after(self.waited_seconds):
            while self._asked:
                await self._answered.wait()

    def answering(self, stream: Outgoing) -> "Answering":
        """Return a stream of answers, and take note of what is sent on it."""
        return Answering(stream, self)

    def answered(self, message: types.JSONRPCMessage) -> None:
        """Take note of a message that was sent."""
        match message:
            case types.JSONRPCResponse(id=id) | types.JSONRPCError(id=str() | int() as id):
                self._settle(id)
            case _:
                pass

    def _read(self, message: types.JSONRPCMessage) -> None:
        match message:
            case types.JSONRPCRequest(id=id):
                self._asked[id] += 1
            case types.JSONRPCNotification(
                method="notifications/cancelled", params={"requestId": str() | int() as id}
            ):
                self._settle(id)  # nobody waits for it, and it is not answered
            case _:
                pass

    def _settle(self, id: str | int) -> None:
        self._asked -= Counter({id: 1})
        self._answered.set()
        self._answered = anyio.Event()


class Answering:
    """Sends on a stream, and says so; closes it when it is left."""

    def __init__(self, stream: Outgoing, pending: Pending) -> None:
        self._stream = stream
        self._pending = pending

    async def send(self, item: SessionMessage, /) -> None:
        await self._stream.send(item)
        self._pending.answered(item.message)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()
