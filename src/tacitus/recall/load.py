"""Step of recall: candidates in full."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Candidate
from tacitus.recall.found import Standings
from tacitus.recall.ranked import Ranked

Reading = Callable[[BankId, Sequence[MemoryId]], Awaitable[Mapping[MemoryId, Memory]]]
"""Reads memories of a bank in full, those that are there."""


async def load(ranked: Ranked, ranks: Sequence[int], reading: Reading) -> list[Candidate]:
    """Return the candidates of some ranks, those that are still there."""
    found, places = ranked.found, ranked.places[list(ranks)]
    ids = list(ranked.ids_at(ranks))
    read = await reading(found.query.bank.id, ids)
    stood = {channel: _standings(one, places) for channel, one in found.by_channel.items()}
    candidates: list[Candidate] = []
    for at, (rank, id) in enumerate(zip(ranks, ids, strict=True)):
        if id not in read:
            continue
        said = {channel: stand for channel, some in stood.items() if (stand := some.get(at))}
        score = float(ranked.scores[rank])
        candidates.append(
            Candidate(
                memory=read[id],
                score=score,
                relevance=score if ranked.calibrated else None,
                hits={channel: score for channel, (_, score) in said.items()},
                ranks={channel: at for channel, (at, _) in said.items()},
                features=ranked.features[rank] if ranked.features else {},
                shares=ranked.shares[rank] if ranked.shares else {},
            )
        )
    return candidates


def _standings(one: Standings, places: NDArray[np.intp]) -> dict[int, tuple[int, float]]:
    """Return rank and score of those of some candidates that a channel found, by their place in the list."""
    found, asked = np.nonzero(one.places[:, None] == places)
    stands = zip(one.ranks[found].tolist(), one.scores[found].tolist(), strict=True)
    return dict(zip(asked.tolist(), stands, strict=True))
