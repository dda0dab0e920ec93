"""Lines that hold no message: answered, so that nobody waits for what was never read."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import cast

import mcp_types as types
from pydantic import ValidationError

Refuse = Callable[[types.JSONRPCError], Awaitable[None]]


async def messages_in(lines: AsyncIterator[str], refuse: Refuse) -> AsyncGenerator[str]:
    """Yield the lines that are messages, and refuse the others; the SDK would drop them unsaid."""
    async for line in lines:
        try:
            types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValidationError:
            if refusal := refusal_of(line):
                await refuse(refusal)
        else:
            yield line


def refusal_of(line: str) -> types.JSONRPCError | None:
    """Return the answer to a line that is no message; None where nobody waits for one."""
    if not line.strip():
        return None
    try:
        said: object = json.loads(line)
    except (ValueError, RecursionError):
        return _refusal(types.PARSE_ERROR, "The line is not JSON", None)
    if not isinstance(said, dict):
        return _refusal(types.INVALID_REQUEST, "The line is not one JSON-RPC message", None)
    message = cast(dict[str, object], said)
    if "result" in message or "error" in message:  # an answer, and answers are not answered
        return None
    return _refusal(types.INVALID_REQUEST, "The line is not a JSON-RPC request", message.get("id"))


def _refusal(code: int, reason: str, asked: object) -> types.JSONRPCError:
    known = isinstance(asked, int | str) and not isinstance(asked, bool)
    return types.JSONRPCError(
        jsonrpc="2.0",
        id=cast("int | str", asked) if known else None,
        error=types.ErrorData(code=code, message=reason),
    )
