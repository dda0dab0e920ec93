"""What recall asks, finds and gives back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from tacitus.domain.banks import Bank
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.memories import EVIDENCE, Memory, Network
from tacitus.domain.tags import TagGroup, TagMatch
from tacitus.domain.time import Interval, QuestionTime


class Channel(StrEnum):
    """One of the four searches of recall."""

    SEMANTIC = "semantic"
    KEYWORD = "keyword"
    GRAPH = "graph"
    TEMPORAL = "temporal"


class Fusion(StrEnum):
    """How four rankings become one."""

    CALIBRATED = "calibrated"
    """A logistic model over features gives each memory a P(relevant)."""
    RANKS = "rrf"
    """Reciprocal ranks alone (Eq. 15); no relevance, no floor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a memory must be to be found at all; every channel applies them inside its search.

    Attributes:
        tags: None asks nothing of tags; an empty tuple with EXACT means "untagged only".
        tag_group: What tags must satisfy besides; None asks nothing.
        occurred: The memory's occurrence overlaps this.
        as_of: What had been said by this moment and not yet been replaced; None is now. What
            counts is when it was said, not when it was imported (docs/decisions/0008-as-of.md).
        superseded: Whether superseded memories may be found (they say so). Ignored with `as_of`.
    """

    networks: frozenset[Network] = frozenset((*EVIDENCE, Network.OBSERVATION))
    tags: tuple[str, ...] | None = None
    tag_match: TagMatch = TagMatch.ANY
    tag_group: TagGroup | None = None
    occurred: Interval | None = None
    as_of: datetime | None = None
    superseded: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Least:
    """Lowest scores of interest, each on its own scale; None asks nothing.

    What a search did not find has no score of it, and does not reach one.
    """

    semantic: float | None = None
    keyword: float | None = None
    reranker: float | None = None
    final: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallOptions:
    """How to recall.

    Attributes:
        max_tokens: Ceiling on the tokens of all texts returned.
        depth: Hits asked of each channel.
        asked_at: When the question is asked, aware; None is now. "Yesterday" hangs on it.
        when: The stretch of time asked about, instead of the one that the question's words name: what
            happened in it ranks higher, and nothing is left out (`Filters.occurred` does that).
        channels: Those that take part; leaving one out shows what it is worth.
        rerank_seconds: Time the cross-encoder may take, where one is configured; 0 leaves it out.
        graph_seconds: Time the search along links may take; what it has not found by then it has not
            found. 0 leaves it out.
        explain: Whether to say what every channel said of every candidate.
        least: Scores that every memory must reach.
        prefer_observations: Whether relevant observations go before the facts they sum up.
    """

    filters: Filters = field(default_factory=Filters)
    max_tokens: int = 4096
    depth: int = 100
    channels: frozenset[Channel] = frozenset(Channel)
    asked_at: datetime | None = None
    when: Interval | None = None
    fusion: Fusion = Fusion.CALIBRATED
    rerank_seconds: float = 0.5
    graph_seconds: float = 0.5
    explain: bool = False
    least: Least = field(default_factory=Least)
    prefer_observations: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question understood, as far as it is words.

    Attributes:
        terms: Stems and character pairs, as stored memories have them (`tacitus.domain.terms`).
        time: What stretch of time it asks about, if any.
        asks_only_when: Besides a time it names nothing: "What did we do on the 10th of May?"
        names: Folded names in it, known to the bank or not.
    """

    text: str
    bank: Bank
    terms: tuple[str, ...]
    time: QuestionTime | None
    asks_only_when: bool = False
    names: tuple[str, ...]
    asked_at: datetime
    filters: Filters


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that a channel found.

    Attributes:
        score: Higher is better; scales differ by channel (cosine, BM25, activation, proximity).
    """

    memory: MemoryId
    score: float


Rankings = Mapping[Channel, Sequence[Hit]]
"""Hits by channel, best first; a channel lists a memory at most once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """The memory read right before or after another one in its document.

    Attributes:
        cosine: With the question, -1 to 1.
        coverage: See `Appraisal`.
    """

    memory: MemoryId
    cosine: float
    coverage: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Appraisal:
    """What a bank says of one candidate, whichever channel found it.

    Attributes:
        cosine: With the question, -1 to 1.
        coverage: Share of the question's terms that stand in it, weighted by their idf, 0 to 1.
            A term that stands nowhere in the bank weighs most.
        context: Cosine of the question with the memory and its neighbours, these at `FADE`.
        document: Where it was first read; None for what was derived.
    """

    cosine: float
    coverage: float
    context: float
    document: DocumentId | None = None
    before: Neighbour | None = None
    after: Neighbour | None = None


FADE = 0.6
"""Weight of each neighbour's vector in `Appraisal.context`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A memory with what each channel said of it.

    Attributes:
        score: The fused score it is ranked by.
        relevance: P(relevant), 0 to 1; None where the fusion is not calibrated.
        hits: Score by channel; a channel that did not find it is absent.
        ranks: 1-based rank by channel.
        features: What the ranking looked at, by name; empty for RRF, and where nobody asks why.
        shares: What each of it added to the score that the ranking gave.
    """

    memory: Memory
    score: float
    relevance: float | None = None
    hits: Mapping[Channel, float] = field(default_factory=dict[Channel, float])
    ranks: Mapping[Channel, int] = field(default_factory=dict[Channel, int])
    rerank_score: float | None = None
    features: Mapping[str, float] = field(default_factory=dict[str, float])
    shares: Mapping[str, float] = field(default_factory=dict[str, float])


def lacking(candidate: Candidate, least: Least) -> str:
    """Return why a candidate does not reach the least asked for; empty where it does."""
    scores = {
        "semantic": (least.semantic, candidate.hits.get(Channel.SEMANTIC)),
        "keyword": (least.keyword, candidate.hits.get(Channel.KEYWORD)),
        "reranker": (least.reranker, candidate.rerank_score),
        "final": (least.final, candidate.score),
    }
    for name, (asked, score) in scores.items():
        if asked is not None and (score is None or score < asked):
            found = "there is none" if score is None else f"{score:.3f}"
            return f"{name} score: {found}, and {asked:g} was asked for"
    return ""


class Verdict(StrEnum):
    """Why a candidate stayed or went."""

    KEPT = "kept"
    RESTATED = "restated"
    """Says what a better one already says."""
    TOO_LARGE = "too_large"
    """Does not fit into what is left of the budget."""
    BELOW_FLOOR = "below_floor"
    BELOW_LEAST = "below_least"
    """Does not reach a score that was asked for."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One candidate and what became of it."""

    candidate: Candidate
    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection:
    """What recall gives back.

    Attributes:
        kept: Best first, within the budget.
        tokens: Sum of the kept texts.
        reason: Why nothing came back; empty where something did.
        explanations: Every candidate, kept or not, in rank order; empty unless asked for.
        seconds: Duration by phase.
    """

    query: Query
    kept: tuple[Candidate, ...]
    tokens: int
    reason: str = ""
    explanations: tuple[Explanation, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict[str, float])
