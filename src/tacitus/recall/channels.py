"""Step of recall: four searches at once; the graph starts where the semantic one arrived."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import numpy as np

from tacitus.domain.activation import Reach
from tacitus.domain.hits import Hits, Seeds
from tacitus.domain.recollection import Channel, Hit, Query, Rankings, RecallOptions
from tacitus.domain.time import Interval
from tacitus.ports.storage import SearchIndex

SEEDS = 12
REACH = Reach(hops=2, fanout=12)


async def search_channels(
    query: Query, index: SearchIndex, options: RecallOptions, *, when: Interval | None
) -> Rankings:
    """Return at most `options.depth` hits of each channel, best first.

    Those that take part count; the graph starts at the semantic hits all the same.

    Args:
        when: The stretch of time asked about, if any; without one the temporal channel is empty.
    """
    depth, links_within = options.depth, options.graph_seconds
    keyword = asyncio.create_task(_keyword(query, index, depth))
    temporal = asyncio.create_task(_temporal(query, index, depth, when))
    try:
        bank = query.bank.id
        semantic = await index.semantic(bank, query.vector, query.filters, depth)
        graph = await _in_time(_graph(query, index, semantic, depth), links_within)
        found = {
            Channel.SEMANTIC: semantic,
            Channel.KEYWORD: await keyword,
            Channel.GRAPH: graph,
            Channel.TEMPORAL: await temporal,
        }
        return {channel: hits for channel, hits in found.items() if channel in options.channels}
    finally:
        keyword.cancel()
        temporal.cancel()


async def _in_time(search: Coroutine[Any, Any, Sequence[Hit]], seconds: float) -> Sequence[Hit]:
    """Return what a search finds, or nothing if it takes longer: the others answer without it."""
    if seconds <= 0:
        search.close()
        return []
    try:
        async with asyncio.timeout(seconds):
            return await search
    except TimeoutError:
        return []


async def _keyword(query: Query, index: SearchIndex, depth: int) -> Sequence[Hit]:
    if not query.terms:
        return []
    return await index.keyword(query.bank.id, query.terms, query.filters, depth)


async def _temporal(
    query: Query, index: SearchIndex, depth: int, when: Interval | None
) -> Sequence[Hit]:
    if when is None:
        return []
    return await index.temporal(query.bank.id, when.start, when.end, query.filters, depth)


async def _graph(
    query: Query, index: SearchIndex, semantic: Sequence[Hit], depth: int
) -> Sequence[Hit]:
    nearest = Hits.of(semantic[:SEEDS])
    if not nearest:
        return []
    seeds = Seeds(Hits(nearest.ids, np.maximum(nearest.scores, 0.0)))
    return await index.graph(query.bank.id, seeds, query.filters, depth, REACH)
