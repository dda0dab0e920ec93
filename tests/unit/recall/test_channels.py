"""Step of recall: the searches, and how long the one along links may take."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from tacitus.bootstrap import in_memory_runtime
from tacitus.domain.ids import BankId
from tacitus.domain.recollection import Channel, Hit, RecallOptions
from tacitus.ports.search import Opened, SearchIndex


class Endless:
    """An index whose search along links never ends."""

    def __init__(self, index: SearchIndex) -> None:
        self._index = index

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)

    async def open(self, bank: BankId) -> Opened | None:
        opened = await self._index.open(bank)
        return opened and replace(opened, index=cast(SearchIndex, self))

    async def graph(self, *_: object) -> Sequence[Hit]:
        await asyncio.Event().wait()
        return ()


async def found_by(options: RecallOptions, *, endless: bool) -> set[Channel]:
    engine = in_memory_runtime().engine
    for told in ("Ann Miller planted a walnut tree.", "The doctor called Ann Miller today."):
        await engine.retain("w", told)
    if endless:
        index = cast(SearchIndex, Endless(engine.recalling.index))
        engine = replace(engine, recalling=replace(engine.recalling, index=index))
    found = await engine.recall("w", "Which tree did Ann plant?", replace(options, explain=True))
    return {channel for one in found.explanations for channel in one.candidate.hits}


async def test_links_are_walked_for_as_long_as_they_may() -> None:
    everything = await found_by(RecallOptions(), endless=False)
    late = await found_by(RecallOptions(graph_seconds=0.01), endless=True)
    left_out = await found_by(RecallOptions(graph_seconds=0), endless=True)

    assert everything == {Channel.SEMANTIC, Channel.KEYWORD, Channel.GRAPH}
    assert late == left_out == {Channel.SEMANTIC, Channel.KEYWORD}
