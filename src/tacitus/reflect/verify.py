"""Step 3 of reflect: code, not the prompt, checks the citations."""

import re
from collections.abc import Iterable, Sequence

from tacitus.domain.memories import Memory, State
from tacitus.domain.reflection import OpinionDraft, Sentence, Support
from tacitus.domain.statements import denies
from tacitus.domain.terms import terms
from tacitus.reflect.claims import OpinionReply, SentenceReply
from tacitus.reflect.gathered import Gathered

LEAST_OVERLAP = 0.3
"""Share of a sentence's words, names aside, that must stand in what it cites."""

_FIGURE = re.compile(r"\d[\d.,:]*\d|\d")


def verify(sentences: Iterable[SentenceReply], gathered: Gathered) -> tuple[Sentence, ...]:
    """Mark each sentence as supported or not.

    It is supported if every citation was given, and the cited memories hold enough of its words
    and every figure in it, and do not say the opposite. Citations that do not exist are struck.
    """
    return tuple(_verified(sentence, gathered) for sentence in sentences)


def well_founded(opinions: Iterable[OpinionReply], gathered: Gathered) -> tuple[OpinionDraft, ...]:
    """Keep the opinions whose citations were all given."""
    drafts: list[OpinionDraft] = []
    for opinion in opinions:
        cited = [gathered.at(number) for number in opinion.citations]
        found = [memory.id for memory in cited if memory]
        if found and len(found) == len(cited) and opinion.text.strip():
            drawn_from = tuple(dict.fromkeys(found))
            drafts.append(OpinionDraft(opinion.text.strip(), opinion.confidence, drawn_from))
    return tuple(drafts)


def _verified(sentence: SentenceReply, gathered: Gathered) -> Sentence:
    cited = [gathered.at(number) for number in sentence.citations]
    found = [memory for memory in cited if memory]
    holds = bool(found) and len(found) == len(cited) and _supports(found, sentence.text)
    ended = _ended(found, gathered)
    return Sentence(
        text=_naming(sentence.text.strip(), ended),
        citations=tuple(dict.fromkeys(memory.id for memory in found)),
        support=Support.SUPPORTED if holds else Support.UNSUPPORTED,
        superseded=tuple(memory.id for memory in ended),
    )


def _ended(cited: Sequence[Memory], gathered: Gathered) -> list[Memory]:
    """Return what no longer holds; asked as of an earlier time, what held then still holds."""
    if gathered.recollection.query.filters.as_of is not None:
        return []
    return [memory for memory in cited if memory.state is State.SUPERSEDED]


def _naming(text: str, ended: Sequence[Memory]) -> str:
    """Say of what no longer holds since when, unless the sentence says the day itself."""
    days = {memory.valid_until.date().isoformat() for memory in ended if memory.valid_until}
    unsaid = sorted(day for day in days if day not in text)
    return f"{text} (no longer so since {unsaid[-1]})" if unsaid else text


def _supports(cited: Sequence[Memory], sentence: str) -> bool:
    said = " ".join(_everything(memory) for memory in cited)
    names = {term for memory in cited for name in memory.entities for term in terms(name)}
    # A name alone says nothing of what it is cited for.
    wanted = set(terms(sentence)) - names or set(terms(sentence))
    if not wanted:
        return False
    there = set(terms(said))
    overlap = len(wanted & there) / len(wanted)
    figures = set(_FIGURE.findall(sentence)) - set(_FIGURE.findall(said))
    if overlap < LEAST_OVERLAP or figures:
        return False
    # Of what no longer holds, "no longer" is true.
    return not denies(sentence, [one.text for one in cited if one.state is State.VALID])


def _everything(memory: Memory) -> str:
    """The memory's words, with the dates it may be quoted with."""
    dates = [memory.mentioned_at, memory.valid_until]
    if memory.occurred:
        dates += [memory.occurred.start, memory.occurred.end]
    spelled = " ".join(f"{d.isoformat()} {d:%d %B %Y} {d.day} {d.year}" for d in dates if d)
    return f"{memory.text} {memory.context} {' '.join(memory.entities)} {spelled}"
