"""Banks of any size, like those of real talk, without a model's time for each memory."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise

import numpy as np

from tacitus.bootstrap import Runtime
from tacitus.domain.changes import Changes, Record
from tacitus.domain.documents import Chunk, Document
from tacitus.domain.graph import Entity, EntityType, Link, LinkType, Mention
from tacitus.domain.ids import BankId, DocumentId, EntityId, MemoryId, uuid7
from tacitus.domain.memories import Dating, Memory, Network, Source
from tacitus.domain.names import fold, names_in
from tacitus.domain.terms import terms
from tacitus.domain.time import Interval
from tacitus.domain.vectors import Vector
from tacitus.evaluation.suites.reading import DIALOGUES, Suite, read_suite

START = datetime(2023, 1, 1, tzinfo=UTC)
TURNS_OF_A_SESSION = 25


@dataclass(frozen=True, slots=True)
class Said:
    """A turn to make memories of."""

    speaker: str
    text: str
    vector: Vector
    terms: tuple[str, ...]
    names: tuple[str, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class Material:
    """What the shipped dialogues hold."""

    said: Sequence[Said]
    questions: Sequence[str]


async def material(runtime: Runtime) -> Material:
    """Read and embed the turns of the dialogues."""
    cases = read_suite(Suite.DIALOGUES, [DIALOGUES])
    turns = [(case.speakers, turn) for case in cases for turn in case.turns.values()]
    vectors = await runtime.models.embedder.embed([turn.text for _, turn in turns])
    count = runtime.models.counter.count
    said = [
        Said(
            speaker=turn.speaker,
            text=turn.text,
            vector=vector,
            terms=terms(f"{turn.speaker}: {turn.text}"),
            names=tuple({turn.speaker, *(name.text for name in names_in(turn.text, speakers))}),
            tokens=count(f"{turn.speaker}: {turn.text}"),
        )
        for (speakers, turn), vector in zip(turns, vectors, strict=True)
    ]
    questions = [question.text for case in cases for question in case.questions]
    random.Random(1).shuffle(said)
    random.Random(2).shuffle(questions)
    return Material(said, questions)


def utterances(said: Sequence[Said]) -> Iterator[tuple[Said, int]]:
    """Yield the turns, then pairs of turns without end; each with the place of its first turn."""
    yield from ((one, place) for place, one in enumerate(said))
    chance = random.Random(3)
    while True:
        place, other = chance.randrange(len(said)), said[chance.randrange(len(said))]
        one = said[place]
        mean = one.vector + other.vector
        pair = Said(
            speaker=one.speaker,
            text=f"{one.text} {other.text}",
            vector=(mean / np.linalg.norm(mean)).astype(np.float32),
            terms=one.terms + other.terms,
            names=tuple({*one.names, *other.names}),
            tokens=one.tokens + other.tokens,
        )
        yield pair, place


@dataclass(slots=True)
class Filling:
    """Writes sessions into a bank, one transaction each."""

    runtime: Runtime
    bank: BankId
    entities: dict[str, EntityId] = field(default_factory=dict[str, EntityId])
    latest: dict[int, MemoryId] = field(default_factory=dict[int, MemoryId])
    """The last memory made of each turn: the next one is linked to it as alike."""
    sessions: int = 0

    async def write(self, utterances: Sequence[tuple[Said, int]]) -> None:
        """Write a session."""
        await self.runtime.engine.stores.memories.apply(self.session(utterances))

    def session(self, utterances: Sequence[tuple[Said, int]]) -> Changes:
        self.sessions += 1
        at = START + timedelta(hours=6 * self.sessions)
        id = DocumentId(f"session-{self.sessions}")
        text = "\n".join(f"{said.speaker}: {said.text}" for said, _ in utterances)
        records: list[Record] = []
        place = 0
        for said, _ in utterances:
            line = f"{said.speaker}: {said.text}"
            records.append(
                self._record(
                    said,
                    line,
                    Source(
                        document=id,
                        chunk=0,
                        start=place,
                        end=place + len(line),
                        speaker=said.speaker,
                        mentioned_at=at,
                    ),
                )
            )
            place += len(line) + 1
        known = set(self.entities)
        mentions = [
            m
            for (said, _), r in zip(utterances, records, strict=True)
            for m in self._mentions(said, r.memory.id)
        ]
        return Changes(
            bank=self.bank,
            document=Document(
                id=id, bank=self.bank, text=text, timestamp=at, received_at=at, digest=str(id)
            ),
            chunks=(Chunk(index=0, start=0, end=len(text), text=text, digest=str(id), turns=()),),
            records=tuple(records),
            entities=tuple(self._entity(key, at) for key in self.entities if key not in known),
            mentions=tuple(mentions),
            links=tuple(self._links(utterances, records)),
        )

    def _record(self, said: Said, line: str, source: Source) -> Record:
        at = source.mentioned_at
        memory = Memory(
            id=MemoryId(uuid7(at)),
            bank=self.bank,
            network=Network.WORLD,
            text=line,
            mentioned_at=at,
            known_at=at,
            occurred=Interval(at, at),
            dating=Dating.MENTION,
            tokens=said.tokens,
            speaker=said.speaker,
            sources=(source,),
        )
        return Record(memory=memory, vector=said.vector, terms=said.terms)

    def _mentions(self, said: Said, memory: MemoryId) -> Iterator[Mention]:
        for key, name in {fold(name): name for name in said.names}.items():
            if key:
                id = self.entities.setdefault(key, EntityId(uuid7(START)))
                yield Mention(memory, id, name)

    def _entity(self, key: str, at: datetime) -> Entity:
        return Entity(
            id=self.entities[key],
            bank=self.bank,
            name=key.title(),
            key=key,
            type=EntityType.PERSON,
            first_seen=at,
            last_seen=at,
        )

    def _links(
        self, utterances: Sequence[tuple[Said, int]], records: Sequence[Record]
    ) -> Iterator[Link]:
        for before, after in pairwise(records):
            yield Link(after.memory.id, before.memory.id, LinkType.TEMPORAL, 1.0)
        for (_, place), record in zip(utterances, records, strict=True):
            alike = self.latest.get(place)
            if alike is not None:
                yield Link(record.memory.id, alike, LinkType.SEMANTIC, 0.7)
            self.latest[place] = record.memory.id


async def fill(
    runtime: Runtime, name: str, source: Iterator[tuple[Said, int]], size: int
) -> BankId:
    """Make a bank of a size."""
    bank = (await runtime.engine.open_bank(name)).id
    filling = Filling(runtime, bank)
    left = size
    while left:
        session = list(islice(source, min(TURNS_OF_A_SESSION, left)))
        await filling.write(session)
        left -= len(session)
    return bank
