"""What is no message is refused with the id of whoever waits for an answer."""

from collections.abc import AsyncGenerator

from mcp_types import INVALID_REQUEST, PARSE_ERROR, JSONRPCError

from tacitus.mcp.unread import messages_in

CALL = '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"retain","arguments":%s}}'
REFUSED = {
    "not json": (PARSE_ERROR, None),
    "\ufffd\ufffd": (PARSE_ERROR, None),
    '{"jsonrpc":"2.0","id":3,': (PARSE_ERROR, None),
    "[" * 100_000: (PARSE_ERROR, None),
    '{"jsonrpc":"2.0","id":3}': (INVALID_REQUEST, 3),
    '{"jsonrpc":"2.0","id":3,"method":5}': (INVALID_REQUEST, 3),
    '{"jsonrpc":"2.0","id":3,"method":"ping","params":[]}': (INVALID_REQUEST, 3),
    '{"jsonrpc":"1.0","id":"x","method":"ping"}': (INVALID_REQUEST, "x"),
    '{"id":true,"method":5}': (INVALID_REQUEST, None),
    "{}": (INVALID_REQUEST, None),
    "[]": (INVALID_REQUEST, None),
    '[{"jsonrpc":"2.0","id":3,"method":"ping"}]': (INVALID_REQUEST, None),
    "null": (INVALID_REQUEST, None),
    '"ping"': (INVALID_REQUEST, None),
}
UNANSWERED = (
    "",
    " \t",
    '{"jsonrpc":"2.0","id":3,"result":5}',
    '{"jsonrpc":"2.0","id":3,"error":"no"}',
)
READ = (
    '{"jsonrpc":"2.0","id":3,"method":"ping"}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    CALL % (4, r'{"content":"\ud83d\ude00"}'),
    CALL % (5, '{"content":"\U0001f600"}'),
)


async def heard(lines: tuple[str, ...]) -> tuple[list[str], list[JSONRPCError]]:
    """Return the lines that go on as messages, and the refusals of the others."""
    refusals: list[JSONRPCError] = []

    async def said() -> AsyncGenerator[str]:
        for line in lines:
            yield line

    async def refuse(refusal: JSONRPCError) -> None:
        refusals.append(refusal)

    return [line async for line in messages_in(said(), refuse)], refusals


async def test_what_is_no_message_is_refused_with_the_id_of_who_asked() -> None:
    wrong: list[tuple[str, object]] = []
    for line, due in REFUSED.items():
        passed, refusals = await heard((line,))
        got = [(refusal.error.code, refusal.id) for refusal in refusals]
        if passed or got != [due]:
            wrong.append((line[:80], got))
        assert [one.model_dump_json() for one in refusals]  # it can be sent

    assert wrong == []


async def test_nobody_is_answered_who_waits_for_nothing() -> None:
    assert await heard(UNANSWERED) == ([], [])


async def test_messages_go_on_in_order_whatever_stands_between_them() -> None:
    passed, refusals = await heard((READ[0], "not json", *READ[1:3], "{}", READ[3]))

    assert (passed, len(refusals)) == (list(READ), 2)
