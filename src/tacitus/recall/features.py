"""Step 4a of recall: what the ranking looks at, for every candidate."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log, log1p

from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.memories import Dating, Memory
from tacitus.domain.names import fold
from tacitus.domain.recollection import Appraisal, Channel, Query, Rankings

_ASKS_WHEN = re.compile(
    r"\bwhen\b|\bwhat (?:date|day|year|month|time)\b|\bhow long\b|\bwann\b|\bcuándo\b|\bquand\b"
    r"|什么时候|几月|几号|哪[年天月]|いつ",
    re.IGNORECASE,
)
_ASKS_HOW_MANY = re.compile(
    r"\bhow (?:many|much|old|long|far|often)\b|\bwieviele?\b|\bcuánt[oa]s?\b|\bcombien\b|多少|几个|いくつ",
    re.IGNORECASE,
)
_HOLDS_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|twice|half)\b",
    re.IGNORECASE,
)
_BEST_RANKS = 10
"""Dampens the lead of the first ranks; smaller than in RRF, because the scores are seen as well."""


@dataclass(frozen=True, slots=True)
class Found:
    """Everything the channels and the bank said, before it is weighed.

    Attributes:
        memories: Every candidate, neighbours of hits included.
    """

    query: Query
    rankings: Rankings
    appraisals: Mapping[MemoryId, Appraisal]
    memories: Mapping[MemoryId, Memory]


@dataclass(frozen=True, slots=True)
class _Whole:
    """What is seen only by looking at all candidates at once."""

    best_cosine: float
    best_coverage: float
    best_keyword: float
    ranks: Mapping[Channel, Mapping[MemoryId, int]]
    scores: Mapping[Channel, Mapping[MemoryId, float]]
    context_ranks: Mapping[MemoryId, int]
    sessions: Mapping[DocumentId, tuple[float, float]]
    """Mean of the three best cosines and coverages among the candidates of a document."""
    best_session: tuple[float, float]
    speakers: frozenset[str]
    """Speakers of candidates who are named in the question."""


@dataclass(frozen=True, slots=True)
class _View:
    """One candidate, seen in its surroundings."""

    memory: Memory
    said: Appraisal
    found: Found
    whole: _Whole


Feature = Callable[[_View], float]


def describe(found: Found) -> dict[MemoryId, dict[str, float]]:
    """Return the features of every candidate that was appraised, by the names in `FEATURES`."""
    whole = _whole(found)
    return {
        id: {
            name: feature(_View(memory, found.appraisals[id], found, whole))
            for name, feature in FEATURES.items()
        }
        for id, memory in found.memories.items()
        if id in found.appraisals
    }


def _whole(found: Found) -> _Whole:
    said = {id: one for id, one in found.appraisals.items() if id in found.memories}
    by_context = sorted(said, key=lambda id: -said[id].context)
    sessions = _sessions(said)
    keyword = found.rankings.get(Channel.KEYWORD, ())
    return _Whole(
        best_cosine=max((one.cosine for one in said.values()), default=0.0),
        best_coverage=max((one.coverage for one in said.values()), default=0.0),
        best_keyword=keyword[0].score if keyword else 1.0,
        ranks={
            channel: {hit.memory: rank for rank, hit in enumerate(hits)}
            for channel, hits in found.rankings.items()
        },
        scores={
            channel: {hit.memory: hit.score for hit in hits}
            for channel, hits in found.rankings.items()
        },
        context_ranks={id: rank for rank, id in enumerate(by_context)},
        sessions=sessions,
        best_session=(
            max((cosine for cosine, _ in sessions.values()), default=0.0),
            max((coverage for _, coverage in sessions.values()), default=0.0),
        ),
        speakers=_speakers_named(found),
    )


def _sessions(said: Mapping[MemoryId, Appraisal]) -> dict[DocumentId, tuple[float, float]]:
    members: defaultdict[DocumentId, list[Appraisal]] = defaultdict(list)
    for one in said.values():
        if one.document is not None:
            members[one.document].append(one)
    return {
        document: (
            _mean_of_best([one.cosine for one in all_]),
            _mean_of_best([one.coverage for one in all_]),
        )
        for document, all_ in members.items()
    }


def _mean_of_best(values: Sequence[float]) -> float:
    best = sorted(values, reverse=True)[:3]
    return sum(best) / len(best)


def _speakers_named(found: Found) -> frozenset[str]:
    speakers = {memory.speaker for memory in found.memories.values() if memory.speaker}
    asked = f" {fold(found.query.text)} "
    return frozenset(speaker for speaker in speakers if _is_named(speaker, asked))


def _is_named(speaker: str, asked: str) -> bool:
    name = fold(speaker)
    if not name.isascii():
        return name in asked or (len(name) > 2 and name[-2:] in asked)
    given = name.split(" ")[0]
    return re.search(rf"\b{re.escape(given)}\b", asked) is not None


def _rank(channel: Channel) -> Feature:
    def feature(view: _View) -> float:
        rank = view.whole.ranks.get(channel, {}).get(view.memory.id)
        return 0.0 if rank is None else 1 / (_BEST_RANKS + rank)

    return feature


def _score(channel: Channel) -> Feature:
    def feature(view: _View) -> float:
        return view.whole.scores.get(channel, {}).get(view.memory.id, 0.0)

    return feature


def _session(which: int) -> Feature:
    def feature(view: _View) -> float:
        own = view.whole.sessions.get(view.said.document) if view.said.document else None
        return own[which] - view.whole.best_session[which] if own else 0.0

    return feature


def _other_speaker(view: _View) -> float:
    named = view.whole.speakers
    return float(bool(named) and view.memory.speaker not in named)


def _dates_what_is_asked(view: _View) -> float:
    asked = _ASKS_WHEN.search(view.found.query.text) is not None
    return float(asked and view.memory.dating is Dating.EXACT)


def _counts_what_is_asked(view: _View) -> float:
    asked = _ASKS_HOW_MANY.search(view.found.query.text) is not None
    return float(asked and _HOLDS_NUMBER.search(view.memory.text) is not None)


def _shared_entities(view: _View) -> float:
    return float(any(fold(name) in view.found.query.names for name in view.memory.entities))


FEATURES: Mapping[str, Feature] = {
    "cosine": lambda view: view.said.cosine,
    "cosine_behind_best": lambda view: view.said.cosine - view.whole.best_cosine,
    "coverage": lambda view: view.said.coverage,
    "best_coverage": lambda view: view.whole.best_coverage,
    "cosine_and_coverage": lambda view: view.said.cosine * view.said.coverage,
    "keyword_of_best": lambda view: (
        view.whole.scores.get(Channel.KEYWORD, {}).get(view.memory.id, 0.0)
        / view.whole.best_keyword
    ),
    "semantic_rank": _rank(Channel.SEMANTIC),
    "keyword_rank": _rank(Channel.KEYWORD),
    "graph": _score(Channel.GRAPH),
    "graph_rank": _rank(Channel.GRAPH),
    "temporal": _score(Channel.TEMPORAL),
    "context": lambda view: view.said.context,
    "context_rank": lambda view: 1 / (_BEST_RANKS + view.whole.context_ranks[view.memory.id]),
    "cosine_before": lambda view: view.said.before.cosine if view.said.before else 0.0,
    "cosine_after": lambda view: view.said.after.cosine if view.said.after else 0.0,
    "coverage_before": lambda view: view.said.before.coverage if view.said.before else 0.0,
    "coverage_after": lambda view: view.said.after.coverage if view.said.after else 0.0,
    "session_cosine": _session(0),
    "session_coverage": _session(1),
    "speaker_named": lambda view: float(view.memory.speaker in view.whole.speakers),
    "other_speaker_named": _other_speaker,
    "shared_entity": _shared_entities,
    "asks": lambda view: float(_asks(view.memory.text)),
    "ends_asking": lambda view: float(view.memory.text.rstrip().endswith(("?", "？"))),
    "length": lambda view: log(max(view.memory.tokens, 1)),
    "brevity": lambda view: float(max(0, 12 - view.memory.tokens)),
    "dates_what_is_asked": _dates_what_is_asked,
    "counts_what_is_asked": _counts_what_is_asked,
    "proofs": lambda view: log1p(view.memory.proof_count - 1),
}
"""Every feature by its name; `relevance.toml` says what each is worth."""


def _asks(text: str) -> bool:
    return "?" in text or "？" in text
