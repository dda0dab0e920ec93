"""What the ranking looks at, for all candidates of a question at once."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.memories import Dating, Memory, Network
from tacitus.domain.names import fold
from tacitus.domain.recollection import Appraisal, Channel, Query
from tacitus.recall.found import Found

Column = NDArray[np.float64]
"""One value for each candidate, shape `(candidates,)`."""

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
STATEMENT = 25
"""Tokens that a statement counts for at least; the mean of the turns that the ranking was fitted on."""
LONG = 40
"""Tokens from which on a text is long: more of them make it no better."""
_OF_ONESELF = re.compile(
    r"\b(?:i|me|my|mine|myself|we|us|our|ours|ich|mich|mir|mein\w*|yo|mi|mis|je|moi|mon|mes)\b"
    r"|\bj['’]|[我咱]|私|僕",
    re.IGNORECASE,
)
_OF_THE_ASSISTANT = re.compile(
    r"\b(?:did|have|had|were) you\b"
    r"|\byou (?:\w+ )?(?:recommend|suggest|advis|said|told|mention|propos|gave|explain|help|provid"
    r"|describ|outlin|list)\w*"
    r"|\byour (?:\w+ )?(?:advice|suggestion|recommendation|plan|answer|explanation)s?\b"
    r"|\b(?:hast|hattest) du\b|\b(?:dijiste|recomendaste|sugeriste|propusiste)\b|\bas-tu\b"
    r"|[你您](?:建议|推荐|说|提到|给)",
    re.IGNORECASE,
)
_FIRST_RANKS = 10
"""Dampens the lead of the first ranks; less than in RRF, because the scores are seen as well."""


class Sight:
    """The candidates side by side: what several features need, worked out once."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self.ids = found.ids
        self.memories = [found.memories[id] for id in self.ids]
        self.said = [found.appraisals[id] for id in self.ids]
        self.texts = [memory.text.rstrip() for memory in self.memories]
        self.cosine = self.column(lambda one: one.cosine)
        self.coverage = self.column(lambda one: one.coverage)
        self.context = self.column(lambda one: one.context)
        self.asks = np.array([float(_asks(text)) for text in self.texts])
        self.ends_asking = np.array([float(text.endswith(("?", "？"))) for text in self.texts])
        self.speakers = [memory.speaker for memory in self.memories]
        self.named = _named(found.query, self.memories)

    def column(self, value: Callable[[Appraisal], float]) -> Column:
        return np.array([value(one) for one in self.said], np.float64)

    def of_memories(self, value: Callable[[Memory], float]) -> Column:
        return np.array([value(memory) for memory in self.memories], np.float64)

    def scores(self, channel: Channel) -> Column:
        """Return the channel's scores, 0 where it did not find a candidate."""
        known = {hit.memory: hit.score for hit in self.found.rankings.get(channel, ())}
        return np.array([known.get(id, 0.0) for id in self.ids], np.float64)

    def ranks(self, channel: Channel) -> Column:
        """Return `1 / (10 + rank)`, 0 where the channel did not find a candidate."""
        hits = self.found.rankings.get(channel, ())
        known = {hit.memory: 1 / (_FIRST_RANKS + rank) for rank, hit in enumerate(hits)}
        return np.array([known.get(id, 0.0) for id in self.ids], np.float64)

    def behind_best_session(self, values: Column) -> Column:
        """Return how far the mean of a document's three best lies behind the best document's."""
        members: defaultdict[DocumentId, list[float]] = defaultdict(list)
        for one, value in zip(self.said, values, strict=True):
            if one.document is not None:
                members[one.document].append(value)
        means = {document: _mean_of_best(all_) for document, all_ in members.items()}
        best = max(means.values(), default=0.0)
        return np.array(
            [0.0 if one.document is None else means[one.document] - best for one in self.said],
            np.float64,
        )


def describe(found: Found) -> tuple[list[MemoryId], NDArray[np.float64]]:
    """Return the candidates and their features, shape `(candidates, len(FEATURES))`."""
    sight = Sight(found)
    if not sight.ids:
        return [], np.zeros((0, len(FEATURES)))
    columns = [feature(sight) for feature in FEATURES.values()]
    return sight.ids, np.stack(columns, axis=1)


def _asks(text: str) -> bool:
    return "?" in text or "？" in text


def _mean_of_best(values: Sequence[float]) -> float:
    best = sorted(values, reverse=True)[:3]
    return sum(best) / len(best)


def _named(query: Query, memories: Sequence[Memory]) -> frozenset[str]:
    """Return the speakers of candidates who are named in the question.

    Where an assistant is among them, "I" is who talks to it, and "did you" asks of the assistant.
    """
    asked = fold(query.text)
    speakers = frozenset(memory.speaker for memory in memories if memory.speaker)
    named = frozenset(speaker for speaker in speakers if _is_in(speaker, asked))
    assistants = frozenset(m.speaker for m in memories if m.speaker and _is_of_assistant(m))
    if named or not assistants:
        return named
    if _OF_THE_ASSISTANT.search(query.text):
        return assistants
    return speakers - assistants if _OF_ONESELF.search(query.text) else named


def _is_of_assistant(memory: Memory) -> bool:
    return memory.network is Network.EXPERIENCE


def _is_in(speaker: str, asked: str) -> bool:
    name = fold(speaker)
    if not name.isascii():
        return name in asked or (len(name) > 2 and name[-2:] in asked)
    given = name.split(" ")[0]
    return re.search(rf"\b{re.escape(given)}\b", asked) is not None


def _telling_tokens(memory: Memory) -> float:
    """A short turn is mostly chatter; a short statement that nobody spoke is still a statement."""
    return max(memory.tokens, 1 if memory.speaker else STATEMENT)


def _same_for_all(value: float, sight: Sight) -> Column:
    return np.full(len(sight.ids), value)


def _rank_by_context(sight: Sight) -> Column:
    order = np.argsort(-sight.context, kind="stable")
    ranks = np.empty(len(order))
    ranks[order] = np.arange(len(order))
    return 1 / (_FIRST_RANKS + ranks)


def _keyword_of_best(sight: Sight) -> Column:
    scores = sight.scores(Channel.KEYWORD)
    return scores / max(float(scores.max()), 1e-9)


def _speaker_named(sight: Sight) -> Column:
    return np.array([float(speaker in sight.named) for speaker in sight.speakers])


def _other_speaker_named(sight: Sight) -> Column:
    if not sight.named:
        return _same_for_all(0.0, sight)
    named = sight.named
    return np.array([float(bool(one) and one not in named) for one in sight.speakers])


def _pieces(sight: Sight) -> Column:
    """Return the logarithm of how many candidates were said in one go with each.

    A long turn is kept as several memories: each of them is the less likely to be the one.
    """
    follows = _follows(sight)
    counts = np.ones(len(sight.ids))
    for begin in set(follows).difference(follows.values()):
        run = [begin]
        while (after := follows.get(run[-1])) is not None:
            run.append(after)
        counts[run] = len(run)
    return np.log(counts)


def _follows(sight: Sight) -> dict[int, int]:
    """Return the place of the candidate that goes on with what another one says, by its place."""
    places = {id: place for place, id in enumerate(sight.ids)}
    beside = [
        (place, places.get(one.after.memory)) for place, one in enumerate(sight.said) if one.after
    ]
    return {
        place: after
        for place, after in beside
        if after is not None and _goes_on(sight.memories[place], sight.memories[after])
    }


def _goes_on(memory: Memory, after: Memory) -> bool:
    """Whether both were said in one go. What is said again later goes on with nothing before it."""
    if memory.speaker is None or not memory.sources or not after.sources:
        return False
    told = memory.speaker, memory.mentioned_at
    later = after.sources[0].start > memory.sources[0].start
    return later and told == (after.speaker, after.mentioned_at)


def _occurred_when_asked(sight: Sight) -> Column:
    when = sight.found.when
    if when is None:
        return _same_for_all(0.0, sight)
    return sight.of_memories(
        lambda memory: memory.occurred is not None and when.overlaps(memory.occurred)
    )


def _close_to_asked(sight: Sight) -> Column:
    """A day that fits says more than a year that does: `1 / (1 + ln(1 + days))` of the window."""
    when = sight.found.when
    if when is None:
        return _same_for_all(0.0, sight)
    days = when.duration.total_seconds() / 86_400
    return _occurred_when_asked(sight) / (1 + np.log1p(days))


def _anything_when_asked(sight: Sight) -> Column:
    return _same_for_all(float(_close_to_asked(sight).max()), sight)


def _only_then(sight: Sight) -> Column:
    """The same where the question names nothing but a time."""
    return _anything_when_asked(sight) * float(sight.found.query.asks_only_when)


def _dates_what_is_asked(sight: Sight) -> Column:
    if not _ASKS_WHEN.search(sight.found.query.text):
        return _same_for_all(0.0, sight)
    return sight.of_memories(lambda memory: memory.dating is Dating.EXACT)


def _counts_what_is_asked(sight: Sight) -> Column:
    if not _ASKS_HOW_MANY.search(sight.found.query.text):
        return _same_for_all(0.0, sight)
    return np.array([float(_HOLDS_NUMBER.search(text) is not None) for text in sight.texts])


FEATURES: Mapping[str, Callable[[Sight], Column]] = {
    "cosine": lambda sight: sight.cosine,
    "cosine_behind_best": lambda sight: sight.cosine - sight.cosine.max(),
    "coverage": lambda sight: sight.coverage,
    "best_coverage": lambda sight: _same_for_all(float(sight.coverage.max()), sight),
    "cosine_and_coverage": lambda sight: sight.cosine * sight.coverage,
    "best_cosine": lambda sight: _same_for_all(float(sight.cosine.max()), sight),
    "best_cosine_and_coverage": lambda sight: _same_for_all(
        float((sight.cosine * sight.coverage).max()), sight
    ),
    "anyone_named": lambda sight: _same_for_all(float(bool(sight.named)), sight),
    "keyword_of_best": _keyword_of_best,
    "semantic_rank": lambda sight: sight.ranks(Channel.SEMANTIC),
    "graph": lambda sight: sight.scores(Channel.GRAPH),
    "temporal": lambda sight: sight.scores(Channel.TEMPORAL),
    "context": lambda sight: sight.context,
    "context_rank": _rank_by_context,
    "cosine_before": lambda s: s.column(lambda one: one.before.cosine if one.before else 0.0),
    "coverage_before": lambda s: s.column(lambda one: one.before.coverage if one.before else 0.0),
    "session_cosine": lambda sight: sight.behind_best_session(sight.cosine),
    "session_coverage": lambda sight: sight.behind_best_session(sight.coverage),
    "speaker_named": _speaker_named,
    "other_speaker_named": _other_speaker_named,
    "assistant_said": lambda sight: sight.of_memories(_is_of_assistant),
    "pieces": _pieces,
    "asks": lambda sight: sight.asks,
    "ends_asking": lambda sight: sight.ends_asking,
    "occurred_when_asked": _occurred_when_asked,
    "close_to_asked": _close_to_asked,
    "anything_when_asked": _anything_when_asked,
    "only_then": _only_then,
    "length": lambda sight: np.log(np.minimum(sight.of_memories(_telling_tokens), LONG)),
    "brevity": lambda sight: np.maximum(0.0, 12 - sight.of_memories(_telling_tokens)),
    "dates_what_is_asked": _dates_what_is_asked,
    "counts_what_is_asked": _counts_what_is_asked,
}
"""Every feature by its name; `relevance.toml` says what each is worth."""
