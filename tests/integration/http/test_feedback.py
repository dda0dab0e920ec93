"""Feedback on recalls over HTTP."""

from uuid import UUID

import pytest

from tacitus.bootstrap import Runtime
from tacitus.client import AsyncClient, InvalidRequest, NotFound


async def test_what_helped_is_kept(memory: AsyncClient, runtime: Runtime) -> None:
    await memory.retain("notes", "Ana keeps bees.")
    [found] = (await memory.recall("notes", "Who keeps bees?")).results

    given = await memory.give_feedback(
        "notes", "Who keeps bees?", [found.id, found.id], asked_at="2024-05-06T12:00:00Z"
    )

    [kept] = await runtime.engine.feedback.all("notes")
    assert (str(kept.id), kept.question) == (given.id, "Who keeps bees?")
    assert [str(id) for id in kept.helped] == [found.id]
    assert kept.asked_at.isoformat() == "2024-05-06T12:00:00+00:00"


async def test_feedback_that_nobody_can_learn_from_is_refused(memory: AsyncClient) -> None:
    await memory.retain("notes", "Ana keeps bees.")

    with pytest.raises(InvalidRequest, match="no word"):
        await memory.give_feedback("notes", "?", [])
    with pytest.raises(InvalidRequest, match="is not an id"):
        await memory.give_feedback("notes", "Who?", ["1"])
    with pytest.raises(NotFound, match="Memory"):
        await memory.give_feedback("notes", "Who?", [str(UUID(int=7))])
    with pytest.raises(NotFound, match="nowhere"):
        await memory.give_feedback("nowhere", "Who?", [])
