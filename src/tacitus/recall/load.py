"""Step of recall: candidates in full."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Candidate
from tacitus.recall.ranked import Ranked

Reading = Callable[[BankId, Sequence[MemoryId]], Awaitable[Mapping[MemoryId, Memory]]]
"""Reads memories of a bank in full, those that are there."""


async def load(ranked: Ranked, ranks: Sequence[int], reading: Reading) -> list[Candidate]:
    """Return the candidates of some ranks, those that are still there."""
    found, order = ranked.found, ranked.order
    ids = {rank: found.ids[order[rank]] for rank in ranks}
    read = await reading(found.query.bank.id, list(ids.values()))
    stood = {
        channel: dict(
            zip(
                one.places.tolist(),
                zip(one.ranks.tolist(), one.scores.tolist(), strict=True),
                strict=True,
            )
        )
        for channel, one in found.by_channel.items()
    }
    candidates: list[Candidate] = []
    for rank, id in ids.items():
        if id not in read:
            continue
        place = order[rank]
        said = {channel: known[place] for channel, known in stood.items() if place in known}
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
