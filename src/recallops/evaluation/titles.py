"""What a title finds by itself, among everything on record; and what a plain keyword search finds.

Asked is every title of an incident that has a sibling: one of the same cause (postmortems, as their texts
say) or of the same kind (cases, as their data say). What is searched is all the rest, status incidents
too, by either way the same whole texts; the incident itself is taken out of everything.
"""

from collections.abc import AsyncIterator, Mapping, Sequence

from recallops.casebook import Casebook
from recallops.domain.incidents import Incident
from recallops.evaluation import bm25
from recallops.evaluation.figures import Figure, missed, told
from recallops.evaluation.measures import Share, siblings_in_top
from recallops.evaluation.opened import Retrospect
from recallops.evaluation.postmortems import named_in
from recallops.investigate.stages import whole_text

_Rankings = dict[str, list[str]]


async def title_figures(
    casebook: Casebook, kinds: Sequence[Sequence[str]]
) -> AsyncIterator[Figure]:
    """Ask with titles.

    Args:
        kinds: Ids of cases of one kind.
    """
    incidents = tuple(await casebook.tools.records.all())
    causes = named_in(incidents).families()
    families = [*causes, *kinds]
    ours, words = await _rankings(Retrospect(casebook, incidents), families)
    parts = [_both(ours, words, some) for some in (causes, kinds, families)]
    (cause, cause_words), (kind, kind_words), (mine, theirs) = parts
    split = f"one cause {told(cause)}, BM25 {told(cause_words)}; one kind {told(kind)}, BM25 {told(kind_words)}"
    yield Figure(
        f"titles that find a sibling in the top 3 of {len(incidents) - 1}",
        f"{told(mine)} ({split})",
        f"more than BM25, {told(theirs)}, and of one cause no fewer",
        mine.right > theirs.right and cause.right >= cause_words.right,
        missed(mine.missed),
    )
    first, words_first = _both(ours, words, families, top=1)
    yield Figure("titles that find one first", f"{told(first)}; BM25 {told(words_first)}")


async def _rankings(
    retrospect: Retrospect, families: Sequence[Sequence[str]]
) -> tuple[_Rankings, _Rankings]:
    by_id = {one.id: one for one in retrospect.incidents}
    texts = {id: whole_text(one) for id, one in by_id.items()}
    ours: _Rankings = {}
    words: _Rankings = {}
    for one in (by_id[id] for family in families for id in family):
        found = await retrospect.ask(one.title, one)
        ours[one.id] = [similar.incident_id for similar in found.similar]
        words[one.id] = bm25.ranked(one.title, _without(texts, one))
    return ours, words


def _without(texts: Mapping[str, str], one: Incident) -> dict[str, str]:
    return {id: text for id, text in texts.items() if id != one.id}


def _both(
    ours: _Rankings, words: _Rankings, families: Sequence[Sequence[str]], *, top: int = 3
) -> tuple[Share, Share]:
    return siblings_in_top(ours, families, top=top), siblings_in_top(words, families, top=top)
