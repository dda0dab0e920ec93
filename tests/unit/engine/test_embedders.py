"""Vectors of two embedders are never compared."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from tacitus.adapters.models.hash_embedder import HashEmbedder
from tacitus.bootstrap import Runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import Misconfigured
from tacitus.domain.operations import OperationStatus
from tacitus.domain.vectors import Vector
from tacitus.engine import Engine


class OtherEmbedder:
    """The same vectors under another name."""

    def __init__(self) -> None:
        self._inner = HashEmbedder()

    @property
    def name(self) -> str:
        return "other"

    @property
    def dimension(self) -> int:
        return self._inner.dimension

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return await self._inner.embed(texts)


USES: list[Callable[[Engine], Awaitable[object]]] = [
    lambda engine: engine.retain("notes", "Ben rows."),
    lambda engine: engine.retain_later("notes", [RetainItem(content="Ben rows.")]),
    lambda engine: engine.recall("notes", "Where does Ana live?"),
    lambda engine: engine.reflect("notes", "Where does Ana live?"),
]


@pytest.fixture
async def other(engine: Engine) -> Engine:
    """The same memory, opened with another embedder."""
    await engine.retain("notes", "Ana lives in Oslo.")
    return replace(engine, embedder=OtherEmbedder())


@pytest.mark.parametrize("use", USES, ids=["retain", "retain later", "recall", "reflect"])
async def test_a_bank_made_with_another_embedder_is_refused_with_the_way_out(
    use: Callable[[Engine], Awaitable[object]], other: Engine
) -> None:
    with pytest.raises(Misconfigured, match=r"made with the embedder .*TACITUS_EMBEDDER"):
        await use(other)


async def test_it_can_still_be_looked_into_and_deleted(other: Engine) -> None:
    assert (await other.stats("notes")).memories == {"world": 1}

    await other.delete_bank("notes")


async def test_what_was_accepted_before_fails_visibly(runtime: Runtime) -> None:
    [id] = await runtime.engine.retain_later("notes", [RetainItem(content="Ana lives in Oslo.")])
    tools = replace(runtime.handlers.tools, embedder=OtherEmbedder())
    later = replace(runtime, handlers=replace(runtime.handlers, tools=tools))

    await later.work(forever=False)

    operation = await runtime.engine.operation("notes", id)
    assert operation is not None
    assert operation.status is OperationStatus.FAILED
    assert "TACITUS_EMBEDDER" in (operation.error or "")
