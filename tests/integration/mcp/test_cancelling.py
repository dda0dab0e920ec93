"""A program that is told to end says nothing of the lines that it no longer hands on."""

import asyncio

from anyio import BrokenResourceError

from tacitus.mcp.transports import cancelled_plainly

BROKEN = BaseExceptionGroup("", [BrokenResourceError()])
NESTED = BaseExceptionGroup("", [BROKEN, BrokenResourceError()])
WORSE = BaseExceptionGroup("", [BROKEN, ValueError()])


async def ends(error: BaseException, *, told: bool) -> type[BaseException]:
    """Return what a task ends with in which an error follows, told to end or not."""

    async def work() -> None:
        with cancelled_plainly():
            try:
                await asyncio.Event().wait() if told else None
            finally:
                raise error

    task = asyncio.ensure_future(work())
    await asyncio.sleep(0)
    if told:
        task.cancel()
    [ended] = await asyncio.gather(task, return_exceptions=True)
    assert ended is not None
    return type(ended)


async def test_only_what_follows_from_being_told_to_end_is_left_out() -> None:
    assert [await ends(error, told=True) for error in (BROKEN, NESTED, WORSE)] == [
        asyncio.CancelledError,
        asyncio.CancelledError,
        ExceptionGroup,
    ]
    assert await ends(BROKEN, told=False) is ExceptionGroup
