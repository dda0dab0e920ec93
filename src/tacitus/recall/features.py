"""What the ranking looks at, for all candidates of a question at once."""

import re
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.grouping import grouped
from tacitus.domain.many_ids import NOBODY
from tacitus.domain.memories import Dating, Network
from tacitus.domain.names import fold
from tacitus.domain.recollection import Channel
from tacitus.domain.traits import Trait
from tacitus.recall.found import Found

Column = NDArray[np.float64]
"""One value for each candidate, shape `(candidates,)`."""
Mask = NDArray[np.bool_]
Places = NDArray[np.integer]

_ASKS_WHEN = re.compile(
    r"\bwhen\b|\bwhat (?:date|day|year|month|time)\b|\bhow long\b|\bwann\b|\bcuándo\b|\bquand\b"
    r"|什么时候|几月|几号|哪[年天月]|いつ",
    re.IGNORECASE,
)
_ASKS_HOW_MANY = re.compile(
    r"\bhow (?:many|much|old|long|far|often)\b|\bwieviele?\b|\bcuánt[oa]s?\b|\bcombien\b|多少|几个|いくつ",
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
_BEST = 3
"""Memories by which a document is judged."""
_FIRST_RANKS = 10
"""Dampens the lead of the first ranks; less than in RRF, because the scores are seen as well."""


class Sight:
    """The candidates side by side: what several features need, worked out once."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self.said = found.said
        self.size = len(found.ids)
        self._standings = found.by_channel
        self.cosine, self.coverage = self.said.cosine, self.said.coverage
        self.assistant = self.said.of_network(Network.EXPERIENCE)
        self.spoken_by = self.said.spoken_by
        self._sessions = _sessions(self.said.documents)
        self.spoken = self.by_speaker(lambda speaker: speaker is not None)
        self.named = self._named()

    def by_speaker(self, holds: Callable[[str | None], bool]) -> Mask:
        """Return whose speaker something holds of, which is asked once for each."""
        return np.array([holds(one) for one in self.said.voices], np.bool_)[self.spoken_by]

    def scores(self, channel: Channel) -> Column:
        """Return the channel's scores, 0 where it did not find a candidate."""
        column = np.zeros(self.size)
        if found := self._standings.get(channel):
            column[found.places] = found.scores
        return column

    def behind_best_session(self, values: Column) -> Column:
        """Return how far the mean of a document's three best lies behind the best document's.

        Args:
            values: From -1 to 1.
        """
        read, of, first, whose = self._sessions
        # One sort for all: by document, and in it the highest value first.
        ordered = np.sort(of - (values[read] + 1) / 4)
        means = np.bincount(whose, (whose - ordered[first]) * 4 - 1) / np.bincount(whose)
        behind = np.zeros(self.size)
        behind[read] = means[of] - (means.max() if len(means) else 0.0)
        return behind

    def _named(self) -> frozenset[str]:
        """Return the speakers of candidates who are named in the question.

        Where an assistant is among them, "I" is who talks to it, and "did you" asks of the assistant.
        """
        text = self.found.query.text
        asked = fold(text)
        speakers = frozenset(one for one in self.said.voices if one)
        named = frozenset(speaker for speaker in speakers if _is_in(speaker, asked))
        spoke: list[int] = self.spoken_by[self.assistant].tolist()
        assistants = frozenset(one for at in set(spoke) if (one := self.said.voices[at]))
        if named or not assistants:
            return named
        if _OF_THE_ASSISTANT.search(text):
            return assistants
        return speakers - assistants if _OF_ONESELF.search(text) else named


def describe(found: Found) -> NDArray[np.float64]:
    """Return the features of all candidates, shape `(candidates, len(FEATURES))`."""
    if not found.ids:
        return np.zeros((0, len(FEATURES)))
    sight = Sight(found)
    table = np.empty((len(FEATURES), sight.size))
    for row, feature in zip(table, FEATURES.values(), strict=True):
        row[:] = feature(sight)
    return table.T


def _sessions(documents: Places) -> tuple[Places, Places, Places, Places]:
    """Return which candidates were read in a document, and in which.

    And for the best of each document, where they stand once all are in order, and whose they are.
    """
    read = np.flatnonzero(documents != NOBODY)
    _, of, many = grouped(documents[read])
    some = np.minimum(many, _BEST)
    whose = np.repeat(np.arange(len(many)), some)
    nth = np.arange(len(whose)) - np.repeat(np.cumsum(some) - some, some)
    return read, of, (np.cumsum(many) - many)[whose] + nth, whose


def _is_in(speaker: str, asked: str) -> bool:
    name = fold(speaker)
    if not name.isascii():
        return name in asked or (len(name) > 2 and name[-2:] in asked)
    given = name.split(" ")[0]
    return given in asked and re.search(rf"\b{re.escape(given)}\b", asked) is not None


def _telling_tokens(sight: Sight) -> Column:
    """A short turn is mostly chatter; a short statement that nobody spoke is still a statement."""
    return np.maximum(sight.said.tokens, np.where(sight.spoken, 1, STATEMENT)).astype(np.float64)


def _same_for_all(value: float, sight: Sight) -> Column:
    return np.full(sight.size, value)


def _rank_by_context(sight: Sight) -> Column:
    order = np.argsort(-sight.said.context, kind="stable")
    ranks = np.empty(len(order))
    ranks[order] = np.arange(len(order))
    return 1 / (_FIRST_RANKS + ranks)


def _speaker_named(sight: Sight) -> Column:
    return sight.by_speaker(lambda one: one in sight.named).astype(np.float64)


def _other_speaker_named(sight: Sight) -> Column:
    if not sight.named:
        return _same_for_all(0.0, sight)
    return sight.by_speaker(lambda one: bool(one) and one not in sight.named).astype(np.float64)


def _pieces(sight: Sight) -> Column:
    """Return the logarithm of how many candidates were said in one go with each.

    A long turn is kept as several memories: each of them is the less likely to be the one.
    """
    follows = _follows(sight)
    counts = np.ones(sight.size)
    for begin in set(follows).difference(follows.values()):
        run = [begin]
        while (after := follows.get(run[-1])) is not None:
            run.append(after)
        counts[run] = len(run)
    return np.log(counts)


def _follows(sight: Sight) -> dict[int, int]:
    """Return the place of the candidate that goes on with what another one says, by its place.

    Both were said in one go. What is said again later goes on with nothing before it.
    """
    said, after = sight.said, sight.said.after.places
    read = said.documents != NOBODY
    goes_on = (
        (after != NOBODY)
        & sight.spoken
        & (read & read[after])
        & (said.offsets[after] > said.offsets)
        & (sight.spoken_by[after] == sight.spoken_by)
        & (said.mentioned[after] == said.mentioned)
    )
    places = np.flatnonzero(goes_on)
    return dict(zip(places.tolist(), after[places].tolist(), strict=True))


def _occurred_when_asked(sight: Sight) -> Column:
    when = sight.found.when
    if when is None:
        return _same_for_all(0.0, sight)
    return sight.said.occurred_in(when).astype(np.float64)


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
    return sight.said.dated(Dating.EXACT).astype(np.float64)


def _counts_what_is_asked(sight: Sight) -> Column:
    if not _ASKS_HOW_MANY.search(sight.found.query.text):
        return _same_for_all(0.0, sight)
    return _shows(Trait.HOLDS_NUMBER, sight)


def _shows(trait: Trait, sight: Sight) -> Column:
    return sight.said.shows(trait).astype(np.float64)


FEATURES: Mapping[str, Callable[[Sight], Column]] = {
    "cosine": lambda sight: sight.cosine,
    "coverage": lambda sight: sight.coverage,
    "best_coverage": lambda sight: _same_for_all(float(sight.coverage.max()), sight),
    "cosine_and_coverage": lambda sight: sight.cosine * sight.coverage,
    "best_cosine": lambda sight: _same_for_all(float(sight.cosine.max()), sight),
    "best_cosine_and_coverage": lambda sight: _same_for_all(
        float((sight.cosine * sight.coverage).max()), sight
    ),
    "anyone_named": lambda sight: _same_for_all(float(bool(sight.named)), sight),
    "graph": lambda sight: sight.scores(Channel.GRAPH),
    "temporal": lambda sight: sight.scores(Channel.TEMPORAL),
    "context": lambda sight: sight.said.context,
    "context_rank": _rank_by_context,
    "cosine_before": lambda sight: sight.said.before.cosine,
    "coverage_before": lambda sight: sight.said.before.coverage,
    "session_cosine": lambda sight: sight.behind_best_session(sight.cosine),
    "session_coverage": lambda sight: sight.behind_best_session(sight.coverage),
    "speaker_named": _speaker_named,
    "other_speaker_named": _other_speaker_named,
    "assistant_said": lambda sight: sight.assistant.astype(np.float64),
    "pieces": _pieces,
    "asks": lambda sight: _shows(Trait.ASKS, sight),
    "ends_asking": lambda sight: _shows(Trait.ENDS_ASKING, sight),
    "close_to_asked": _close_to_asked,
    "anything_when_asked": _anything_when_asked,
    "only_then": _only_then,
    "length": lambda sight: np.log(np.minimum(_telling_tokens(sight), LONG)),
    "dates_what_is_asked": _dates_what_is_asked,
    "counts_what_is_asked": _counts_what_is_asked,
}
"""Every feature by its name; `relevance.toml` says what each is worth."""
