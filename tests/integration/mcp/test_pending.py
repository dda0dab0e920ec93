"""Input that has ended is held open until what it asked is answered, or for so long at most."""

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

from mcp.shared.message import SessionMessage
from mcp_types import ErrorData, JSONRPCError, JSONRPCMessage, JSONRPCNotification, JSONRPCResponse

from tacitus.mcp.pending import Pending

ONE, OTHER = 1, "1"


def asking(id: int | str) -> dict[str, Any]:
    return {"id": id, "method": "ping"}


def cancelling(id: int | str) -> dict[str, Any]:
    return {"method": "notifications/cancelled", "params": {"requestId": id}}


def answer(id: int | str) -> JSONRPCMessage:
    return JSONRPCResponse(jsonrpc="2.0", id=id, result={})


def refusal(id: int | str | None) -> JSONRPCMessage:
    return JSONRPCError(jsonrpc="2.0", id=id, error=ErrorData(code=1, message="no"))


PROGRESS = JSONRPCNotification(jsonrpc="2.0", method="notifications/progress", params={})
SAID: list[tuple[str, list[dict[str, Any]], list[JSONRPCMessage], bool]] = [
    ("nothing", [], [], True),
    ("a notification", [{"method": "notifications/initialized"}], [], True),
    ("a request", [asking(ONE)], [], False),
    ("one that is answered", [asking(ONE)], [answer(ONE)], True),
    ("one that is refused", [asking(ONE)], [refusal(ONE)], True),
    ("one that is given up", [asking(ONE), cancelling(ONE)], [], True),
    ("another that is given up", [asking(ONE), cancelling(OTHER)], [], False),
    ("one of two answered", [asking(ONE), asking(OTHER)], [answer(ONE)], False),
    ("both answered", [asking(ONE), asking(OTHER)], [answer(OTHER), answer(ONE)], True),
    ("twice the same id", [asking(ONE), asking(ONE)], [answer(ONE)], False),
    ("and both answered", [asking(ONE), asking(ONE)], [answer(ONE), answer(ONE)], True),
    ("nothing but other words", [asking(ONE)], [PROGRESS, refusal(None), answer(2)], False),
    ("an answer to the server", [{"id": ONE, "result": {}}], [], True),
]


class Sent:
    """A stream that keeps what is sent on it."""

    def __init__(self) -> None:
        self.messages: list[JSONRPCMessage] = []
        self.closed = False

    async def send(self, item: SessionMessage, /) -> None:
        self.messages.append(item.message)

    async def aclose(self) -> None:
        self.closed = True


async def lines(said: list[dict[str, Any]]) -> AsyncGenerator[str]:
    for one in said:
        yield json.dumps({"jsonrpc": "2.0", **one})


async def ended(said: list[dict[str, Any]], answers: list[JSONRPCMessage]) -> bool:
    """Whether the input ends once the answers are sent."""
    pending, sent = Pending(), Sent()

    async def read() -> list[str]:
        return [line async for line in pending.until_answered(lines(said))]

    reading = asyncio.ensure_future(read())
    async with pending.answering(sent) as stream:
        for _ in range(5):  # all is read, and the end of it
            await asyncio.sleep(0)
        for one in answers:
            await stream.send(SessionMessage(one))
            await asyncio.sleep(0)
    await asyncio.sleep(0)
    done = reading.done()
    reading.cancel()
    await asyncio.wait([reading])
    assert (sent.messages, sent.closed) == (answers, True)
    return done


async def test_input_ends_when_nobody_waits_for_an_answer_any_more() -> None:
    wrong = [what for what, said, answers, due in SAID if await ended(said, answers) is not due]
    assert wrong == []


async def test_an_answer_that_does_not_come_is_not_waited_for_for_ever() -> None:
    pending = Pending(waited_seconds=0)

    read = [line async for line in pending.until_answered(lines([asking(ONE)]))]

    assert [json.loads(line)["id"] for line in read] == [ONE]
