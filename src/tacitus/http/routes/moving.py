"""Ours: whole banks, out and in, as lines of JSON that are never all in memory."""

from asyncio import Semaphore
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager

from anyio import CancelScope
from fastapi import Depends, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from tacitus.domain.errors import StorageUnavailable
from tacitus.formats.bank_lines import BankLines, written
from tacitus.http.bodies import Topic
from tacitus.http.served import Refusing, ServedEngine
from tacitus.wire import BankImported

router = Topic(prefix="/v1/default/banks/{bank_id:name}", tags=["banks"])

AT_ONCE = 2
"""Banks that come and go at once: each holds a connection for as long as the other side takes."""
LINES = "application/x-ndjson"


class LeavingBank(StreamingResponse):
    """Sends an export as fast as it is taken, and lets go of the bank when nobody takes it any more."""

    media_type = LINES

    def __init__(
        self, first: bytes, rest: AsyncGenerator[bytes], turns: Semaphore, status_code: int = 200
    ) -> None:
        # The status is what the description of the API is made from.
        super().__init__(_joined(first, rest), status_code)
        self._rest = rest
        self._turns = turns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._turns.release()
            with CancelScope(shield=True):
                await self._rest.aclose()


@router.get("/export", response_class=LeavingBank)
async def export_bank(
    bank_id: str, engine: ServedEngine, request: Request, vectors: bool = True
) -> LeavingBank:
    """Give everything that makes the bank, as lines of JSON; the same bank gives the same bytes.

    Without vectors they are made anew where the bank is imported.
    """
    turns = await _taken(request)
    lines = written(engine.moving.leave(bank_id, vectors=vectors))
    try:
        first = await anext(lines)  # so that a bank which is not there is said to be not there
    except BaseException:
        turns.release()
        raise
    return LeavingBank(first, lines, turns)


_WHOLE = Refusing(
    "an import is all or nothing: what is broken is refused, and nothing kept", "dry_run"
)


@router.post("/import", dependencies=[Depends(_WHOLE)])
async def import_bank(bank_id: str, engine: ServedEngine, request: Request) -> BankImported:
    """Fill a bank with what `export` gave; all of it, or nothing is kept.

    The body is read as it comes, however long. The bank is made if it is not there; one that holds
    something already is not filled.
    """
    async with _turn(request):
        header, parts = await BankLines(request.stream()).read()
        async with aclosing(parts):
            arrived = await engine.moving.arrive(bank_id, header, parts)
    return BankImported(bank_id=bank_id, imported=dict(arrived.counts), embedded=arrived.embedded)


@asynccontextmanager
async def _turn(request: Request) -> AsyncGenerator[None]:
    turns = await _taken(request)
    try:
        yield
    finally:
        turns.release()


async def _taken(request: Request) -> Semaphore:
    turns: Semaphore = request.app.state.moves
    if turns.locked():
        raise StorageUnavailable(f"{AT_ONCE} banks are being moved already: try again later")
    await turns.acquire()
    return turns


async def _joined(first: bytes, rest: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    yield first
    async for piece in rest:
        yield piece
