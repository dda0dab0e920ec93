"""Step of recall: four searches; two want nothing but words, and the graph starts from meaning."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import numpy as np

from tacitus.domain.activation import Reach
from tacitus.domain.hits import Hits, Seeds
from tacitus.domain.recollection import Channel, Hit, Query, Rankings, RecallOptions
from tacitus.domain.time import Interval
from tacitus.domain.vectors import Vector
from tacitus.ports.search import Searches

SEEDS = 12
REACH = Reach()


async def search_by_words(
    query: Query, index: Searches, options: RecallOptions, *, when: Interval | None
) -> Rankings:
    """Return at most `options.depth` hits of the channels that need no vector, best first.

    Args:
        when: The stretch of time asked about, if any; without one the temporal channel is empty.
    """
    temporal = asyncio.create_task(_temporal(query, index, options.depth, when))
    try:
        keyword = await _keyword(query, index, options.depth)
        return {Channel.KEYWORD: keyword, Channel.TEMPORAL: await temporal}
    finally:
        temporal.cancel()


async def search_by_meaning(
    query: Query, vector: Vector, index: Searches, options: RecallOptions
) -> Rankings:
    """Return at most `options.depth` hits of the channels that begin at a vector, best first."""
    depth, links_within = options.depth, options.graph_seconds
    semantic = await index.semantic(query.bank.id, vector, query.filters, depth)
    graph = await _in_time(_graph(query, index, semantic, depth), links_within)
    return {Channel.SEMANTIC: semantic, Channel.GRAPH: graph}


def taking_part(found: Rankings, options: RecallOptions) -> Rankings:
    """Return the rankings that count; the graph starts at the semantic hits all the same."""
    return {channel: found[channel] for channel in Channel if channel in options.channels}


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


async def _keyword(query: Query, index: Searches, depth: int) -> Sequence[Hit]:
    if not query.terms:
        return []
    return await index.keyword(query.bank.id, query.terms, query.filters, depth)


async def _temporal(
    query: Query, index: Searches, depth: int, when: Interval | None
) -> Sequence[Hit]:
    if when is None:
        return []
    return await index.temporal(query.bank.id, when.start, when.end, query.filters, depth)


async def _graph(
    query: Query, index: Searches, semantic: Sequence[Hit], depth: int
) -> Sequence[Hit]:
    nearest = Hits.of(semantic[:SEEDS])
    if not nearest:
        return []
    seeds = Seeds(Hits(nearest.ids, np.maximum(nearest.scores, 0.0)))
    return await index.graph(query.bank.id, seeds, query.filters, depth, REACH)
