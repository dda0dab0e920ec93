"""The contents of a bank as the arrays that are searched."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any
from uuid import UUID

import numpy as np

from tacitus.adapters.in_memory.contents import Contents
from tacitus.domain.graph import LinkType
from tacitus.domain.many_ids import halves_of
from tacitus.domain.memories import Dating, Memory, Network, State
from tacitus.domain.picture import Batch, Picture
from tacitus.domain.time.numbers import NEVER, microseconds


def picture_of(contents: Contents, words: Mapping[str, int]) -> Picture:
    """Return the picture of a bank.

    Args:
        words: The number of each word that some memory holds.
    """
    picture = Picture()
    return picture.changed(_batch(contents, words), halves_of([])) if contents.records else picture


def _batch(contents: Contents, words: Mapping[str, int]) -> Batch:
    memories = list(contents.memories.values())
    place = {memory.id: at for at, memory in enumerate(memories)}
    held = [Counter(contents.records[memory.id].terms) for memory in memories]
    counted = [
        (at, words[term], count) for at, one in enumerate(held) for term, count in one.items()
    ]
    tags = [(at, tag) for at, memory in enumerate(memories) for tag in dict.fromkeys(memory.tags)]
    sources = [(at, one) for at, memory in enumerate(memories) for one in memory.sources]
    mentions = [(place[memory], entity) for memory, entity in contents.mentions]
    links = [
        (place[one], other, kind, weight) for (one, other, kind), weight in contents.links.items()
    ]
    return Batch(
        **_columns(memories),
        vectors=np.stack([contents.records[memory.id].vector for memory in memories]),
        lengths=_numbers(np.int32, (one.total() for one in held)),
        term_places=_numbers(np.int32, (at for at, _, _ in counted)),
        terms=_numbers(np.int64, (term for _, term, _ in counted)),
        counts=_numbers(np.float32, (count for _, _, count in counted)),
        tag_places=_numbers(np.int32, (at for at, _ in tags)),
        tags=[tag for _, tag in tags],
        source_places=_numbers(np.int32, (at for at, _ in sources)),
        documents=[source.document for _, source in sources],
        offsets=_numbers(np.int64, (source.start for _, source in sources)),
        mention_places=_numbers(np.int32, (at for at, _ in mentions)),
        entities=halves_of(entity for _, entity in mentions),
        link_places=_numbers(np.int32, (at for at, _, _, _ in links)),
        others=halves_of(other for _, other, _, _ in links),
        kinds=_places(LinkType, (kind for _, _, kind, _ in links)),
        weights=_numbers(np.float64, (weight for _, _, _, weight in links)),
        told=b"",
        telling=np.zeros(len(memories), np.int32),
    )


def _columns(memories: Iterable[Memory]) -> dict[str, Any]:
    """Return what stands in the memories themselves."""

    def times(of: Callable[[Memory], Any]) -> Any:
        moments = (of(memory) for memory in memories)
        return _numbers(np.int64, (NEVER if at is None else microseconds(at) for at in moments))

    nobody = UUID(int=0)
    return {
        "ids": halves_of(memory.id for memory in memories),
        "networks": _places(Network, (memory.network for memory in memories)),
        "states": _places(State, (memory.state for memory in memories)),
        "datings": _places(Dating, (memory.dating for memory in memories)),
        "mentioned": times(lambda memory: memory.mentioned_at),
        "starts": times(lambda memory: memory.occurred and memory.occurred.start),
        "ends": times(lambda memory: memory.occurred and memory.occurred.end),
        "until": times(lambda memory: memory.valid_until),
        "expires": times(lambda memory: memory.expires_at),
        "successors": halves_of(memory.superseded_by or nobody for memory in memories),
        "tokens": _numbers(np.int32, (memory.tokens for memory in memories)),
        "texts": [memory.text for memory in memories],
        "speakers": [memory.speaker for memory in memories],
    }


def _numbers(kind: type[np.generic], values: Iterable[float]) -> Any:
    return np.array(list(values), kind)


def _places(kind: type[StrEnum], values: Iterable[StrEnum]) -> Any:
    places = {one: place for place, one in enumerate(kind)}
    return _numbers(np.uint8, (places[value] for value in values))
