"""Narrative extraction: a language model reads a chunk into self-contained memories."""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib import resources

from tacitus.domain.changes import Cause, Draft
from tacitus.domain.documents import Chunk, Document, PlacedTurn, Role
from tacitus.domain.graph import EntityType, LinkType, Surface
from tacitus.domain.memories import Dating, Network
from tacitus.domain.reflection import Usage
from tacitus.domain.time import Interval, find_time_expressions, has_relative_time
from tacitus.ports.models import Extraction, LanguageModel
from tacitus.retain.extract.dates import interval
from tacitus.retain.extract.narrative import Narrative, NarrativeFact

UNSAID_CONFIDENCE = 0.5
"""Of an opinion whose confidence the model left out."""

Numbered = Mapping[int, PlacedTurn]
"""The turns shown to the model, by the number they were shown with."""


class NarrativeExtractor:
    """Asks a language model once for each chunk, and checks what it says against the turns.

    What the prompt demands and code can check is checked: only the agent's turns become experiences
    and opinions, impossible dates are dropped, entities must stand in the text. System prompts are
    never shown.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return f"narrative-1:{self._model.name}"

    async def extract(self, document: Document, chunks: Sequence[Chunk]) -> Extraction:
        try:
            async with asyncio.TaskGroup() as group:
                reading = [group.create_task(self._read(document, chunk)) for chunk in chunks]
        except ExceptionGroup as failures:  # nothing is kept, so one of them says enough
            raise failures.exceptions[0] from None
        parts = [task.result() for task in reading]
        return Extraction(
            drafts=tuple(draft for part in parts for draft in part.drafts),
            usage=sum((part.usage for part in parts), Usage()),
        )

    async def _read(self, document: Document, chunk: Chunk) -> Extraction:
        spoken = [turn for turn in chunk.turns if turn.turn.role is not Role.SYSTEM]
        if not any(character.isalnum() for turn in spoken for character in turn.turn.text):
            return Extraction(drafts=(), usage=Usage())
        numbered = dict(enumerate(spoken, start=1))
        answer = await self._model.ask(
            system=_instructions(), prompt=prompt_for(document, numbered), shape=Narrative
        )
        drafts = _drafts(answer.value.facts, document, chunk.index, numbered)
        return Extraction(drafts=drafts, usage=answer.usage)


def prompt_for(document: Document, numbered: Numbered) -> str:
    """Show the turns as data: between markers that no text can foresee, one number to a line."""
    lines = [
        line
        for number, placed in numbered.items()
        for line in _shown(number, placed, document.timestamp)
    ]
    mark = hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:12]
    head = [f"Document written: {_spelled(document.timestamp)}"]
    if document.context:
        head.append(f"It is about: {_one_line(document.context)}")
    if document.entities:
        head.append(f"Known names: {', '.join(_one_line(one.text) for one in document.entities)}")
    return "\n".join([*head, "", f"<<<{mark}", *lines, f"{mark}>>>", "", "Write the memories."])


def _shown(number: int, placed: PlacedTurn, written: datetime | None) -> list[str]:
    turn = placed.turn
    agent = "AGENT " if turn.role is Role.ASSISTANT else ""
    at = f" ({_spelled(turn.at)})" if turn.at and turn.at != written else ""
    who = f"{agent}{_one_line(turn.speaker)}".strip() or "(text)"
    # Only our own lines begin at the margin, so that no turn can feign another.
    first, *rest = turn.text.splitlines() or [""]
    return [f"[{number}] {who}{at}: {first}", *(f"    {line}" for line in rest)]


def _spelled(moment: datetime | None) -> str:
    if moment is None:
        return "nobody knows when; relative times cannot be resolved"
    return f"{moment:%A} {moment.day} {moment:%B %Y, %H:%M} ({moment.isoformat()})"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _drafts(
    facts: Sequence[NarrativeFact], document: Document, chunk: int, numbered: Numbered
) -> tuple[Draft, ...]:
    """Turn facts into drafts; one that is told twice is kept once."""
    kept: dict[str, NarrativeFact] = {}
    for fact in facts:
        kept.setdefault(_one_line(fact.text), fact)
    ranks = {text: rank for rank, text in enumerate(kept)}
    positions = {at: ranks[_one_line(fact.text)] for at, fact in enumerate(facts, start=1)}
    return tuple(
        _draft(fact, _sources(fact, numbered), document, chunk, _causes(fact, rank, positions))
        for rank, fact in enumerate(kept.values())
    )


def _sources(fact: NarrativeFact, numbered: Numbered) -> list[PlacedTurn]:
    """The turns a fact was read from; all of them where it names none that exists."""
    named = [numbered[number] for number in sorted(set(fact.turns)) if number in numbered]
    return named or list(numbered.values())


def _draft(
    fact: NarrativeFact,
    sources: Sequence[PlacedTurn],
    document: Document,
    chunk: int,
    causes: tuple[Cause, ...],
) -> Draft:
    network = _network(fact, sources)
    occurred, dating = _dated(fact, sources)
    origin = _origin(fact, sources)
    labels = ",".join(placed.turn.label for placed in sources if placed.turn.label)
    return Draft(
        text=_attributed(fact, network, origin),
        network=network,
        chunk=chunk,
        start=min(placed.start for placed in sources),
        end=max(placed.end for placed in sources),
        occurred=occurred,
        dating=dating,
        mentioned_at=origin.turn.at or document.received_at,
        speaker=origin.turn.speaker or None,
        surfaces=_surfaces(fact, sources, document),
        causes=causes,
        metadata=(("turn", labels),) if labels else (),
        about=origin.turn.about,
        confidence=_confidence(fact) if network is Network.OPINION else None,
    )


def _network(fact: NarrativeFact, sources: Sequence[PlacedTurn]) -> Network:
    """Only what the agent said itself is its experience or opinion."""
    by_agent = any(placed.turn.role is Role.ASSISTANT for placed in sources)
    return Network(fact.network) if by_agent else Network.WORLD


def _attributed(fact: NarrativeFact, network: Network, origin: PlacedTurn) -> str:
    """The text; a judgment of somebody else that was taken for the agent's names who holds it."""
    text, speaker = fact.text.strip(), origin.turn.speaker
    unattributed = fact.network == "opinion" and network is Network.WORLD
    if unattributed and speaker and speaker.casefold() not in text.casefold():
        return f"{speaker} thinks: {text}"
    return text


def _confidence(fact: NarrativeFact) -> float:
    return UNSAID_CONFIDENCE if fact.confidence is None else fact.confidence


def _origin(fact: NarrativeFact, sources: Sequence[PlacedTurn]) -> PlacedTurn:
    """The turn that states the fact: the first one of the speaker named, or the first one."""
    speaker = fact.speaker.strip().casefold()
    named = (placed for placed in sources if placed.turn.speaker.casefold() == speaker)
    return next(named, sources[0])


def _dated(fact: NarrativeFact, sources: Sequence[PlacedTurn]) -> tuple[Interval | None, Dating]:
    at = _origin(fact, sources).turn.at
    said = " ".join(placed.turn.text for placed in sources)
    occurred = interval(fact.start, fact.end, (at.tzinfo if at else None) or UTC)
    if at is None and occurred and str(occurred.start.year) not in said:
        occurred = None  # without a date to start from, the model can only have guessed
    if occurred is None and (fact.start or fact.end):
        occurred = _by_rule(fact.when, at)
    if occurred:
        return occurred, Dating.EXACT
    if at is None:
        relative = has_relative_time(f"{fact.when} {said}")
        return None, Dating.UNDATED_RELATIVE if relative else Dating.MENTION
    return Interval(at, at), Dating.MENTION


def _by_rule(words: str, at: datetime | None) -> Interval | None:
    """The one date in the words that the model could not resolve."""
    found = find_time_expressions(words, anchor=at)
    return found[0].interval if len(found) == 1 else None


def _surfaces(
    fact: NarrativeFact, sources: Sequence[PlacedTurn], document: Document
) -> tuple[Surface, ...]:
    """The names that stand in the memory or its turns; caller and speakers know types best."""
    text = fact.text.casefold()
    read = "\n".join([text, *(placed.turn.text.casefold() for placed in sources)])
    given = [surface for surface in document.entities if surface.text.casefold() in text]
    named = [
        Surface(_one_line(one.name), EntityType(one.type))
        for one in fact.entities
        if one.name.strip() and one.name.strip().casefold() in read
    ]
    people = [
        Surface(placed.turn.speaker, EntityType.PERSON)
        for placed in sources
        if placed.turn.speaker
        and placed.turn.role is Role.USER
        and placed.turn.speaker.casefold() in text
    ]
    found: dict[str, Surface] = {}
    for surface in (*given, *people, *named):
        found.setdefault(surface.text.casefold(), surface)
    return tuple(found.values())


def _causes(fact: NarrativeFact, rank: int, positions: Mapping[int, int]) -> tuple[Cause, ...]:
    """The stated causes that lead to another memory of the chunk."""
    found = {
        (positions[cause.fact], cause.relation)
        for cause in fact.causes
        if cause.relation != "none" and positions.get(cause.fact, rank) != rank
    }
    return tuple(Cause(target=target, type=LinkType(kind)) for target, kind in sorted(found))


@cache
def _instructions() -> str:
    return resources.files("tacitus.retain.extract").joinpath("narrative.md").read_text("utf-8")
