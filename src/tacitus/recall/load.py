"""Step of recall: candidates in full."""

from collections.abc import Sequence

from tacitus.domain.recollection import Candidate
from tacitus.ports.storage import MemoryStore
from tacitus.recall.ranked import Ranked


async def load(ranked: Ranked, ranks: Sequence[int], memories: MemoryStore) -> list[Candidate]:
    """Return the candidates of some ranks, those that are still there."""
    found, order = ranked.found, ranked.order
    ids = {rank: found.ids[order[rank]] for rank in ranks}
    read = await memories.get(found.query.bank.id, list(ids.values()))
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
