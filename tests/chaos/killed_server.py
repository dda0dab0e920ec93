"""A server that is killed at random, and the many clients that it is killed under."""

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from socket import create_server
from typing import Any

import httpx

from tacitus.bootstrap import Runtime

BANK = "harbour"
PEOPLE = ("Ann", "Ben", "Carla", "Dmitri", "Eve", "Farid", "Greta", "Hugo")
LOGS = ("log of the north", "log of the south", "log of the yard")
PLACES = ("attic", "cellar", "garage", "library", "orchard", "stable", "kitchen", "chapel")
MANY = 1000


class Server:
    """A process of `tacitus serve`, always at the same address.

    Attributes:
        kills: How often it was killed.
    """

    def __init__(self, runtime: Runtime) -> None:
        self.kills = 0
        url = runtime.settings.database_url
        assert url is not None
        with create_server(("127.0.0.1", 0)) as free:
            self._port = str(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self._port}"
        home = str(runtime.settings.home)
        self._environment = {**os.environ, "TACITUS_DATABASE_URL": url, "TACITUS_HOME": home}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tacitus", "serve", "--port", self._port]
        self._process = subprocess.Popen(command, env=self._environment, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        """Kill it as `kill -9` does."""
        assert self._process is not None
        assert self._process.poll() is None, "the server ended by itself"
        self._process.kill()
        self._process.wait()
        self.kills += 1


@dataclass(slots=True)
class Ledger:
    """What was acknowledged, and so must be there, or must not.

    Attributes:
        notes: Words of each document that is there, by its id.
        lines: What was appended to each log.
        opinions: By its words, the document that an opinion rests on.
        gone: Marks of what was retracted, or is over.
        doomed: Somebody who is spoken of now, and retracted soon.
        speaking: How many are just speaking of them.
    """

    notes: dict[str, str] = field(default_factory=dict[str, str])
    lines: dict[str, list[str]] = field(default_factory=lambda: {log: [] for log in LOGS})
    opinions: dict[str, str] = field(default_factory=dict[str, str])
    gone: set[str] = field(default_factory=set[str])
    doomed: str | None = None
    speaking: int = 0
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Calls:
    """Requests that are sent again until the server has answered them."""

    http: httpx.AsyncClient
    ledger: Ledger

    async def __call__(self, method: str, *path: str, **body: object) -> Any:
        """Return the answer, or None where it says that the thing is not there; no other error will do."""
        while True:
            try:
                answer = await self.http.request(
                    method,
                    f"/v1/default/banks/{BANK}/" + "/".join(path),
                    json=body if method == "POST" else None,
                )
            except httpx.TransportError:
                await asyncio.sleep(0.1)
                continue
            if answer.status_code == 409:
                await asyncio.sleep(0.05)
                continue
            if answer.is_success:
                return answer.json()
            said = f"{method} {path}: {answer.status_code} {answer.text}"
            assert answer.status_code == 404, said
            assert method != "POST" or "opinions" in path, said
            return None

    async def is_up(self) -> None:
        """Wait until the server answers."""
        while True:
            try:
                await self.http.get("/health")
            except httpx.TransportError:
                await asyncio.sleep(0.05)
            else:
                return


@dataclass(slots=True)
class Writer:
    """One of many who tell of the same people, in another order each time."""

    number: int
    calls: Calls
    ledger: Ledger
    dice: random.Random
    written: int = 0
    mine: dict[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])

    async def write(self) -> None:
        """Go on until it is over; what was begun is brought to its end."""
        deeds = (self._note, self._note, self._note, self._append, self._append, self._append)
        rarer = (self._retract_memory, self._retract_document, self._judge, self._expire)
        while not self.ledger.is_over:
            await self.dice.choice((*deeds, *rarer, self._ask))()

    async def _note(self) -> None:
        with Spoken(self.ledger, self.dice) as also:
            mark = self._mark()
            text = f"{self._people(also)} carried {mark} to the {self.dice.choice(PLACES)}."
            item = self._item(note_of(mark), text, also)
            answer = await self.calls("POST", "memories", items=[item])
            self.ledger.notes[mark] = text
        self.mine[mark] = [id for one in answer["documents"] for id in one["memory_ids"]]

    async def _append(self) -> None:
        log = self.dice.choice(LOGS)
        with Spoken(self.ledger, self.dice) as also:
            line = (
                f"{self.dice.choice(PEOPLE)}: I counted {self._mark()} with {self._people(also)}."
            )
            item = self._item(log, line + "\n", also) | {"update_mode": "append"}
            number = self.number * 10**6 + self.written
            await self.calls(
                "POST",
                "memories",
                items=[item],
                operation_id=f"00000000-0000-4000-8000-{number:012}",
                **{"async": True},
            )
            self.ledger.lines[log].append(line)

    async def _retract_memory(self) -> None:
        if (mark := self._any_of_mine()) and (ids := self.mine.pop(mark)):
            for id in ids:
                await self.calls("DELETE", "memories", id)
            self._forgotten(mark)

    async def _retract_document(self) -> None:
        if mark := self._any_of_mine():
            del self.mine[mark]
            await self.calls("DELETE", "documents", note_of(mark))
            self._forgotten(mark)

    async def _judge(self) -> None:
        """State an opinion on something of one's own, and give evidence for it or against it."""
        if not (mark := self._any_of_mine()) or not (ids := self.mine[mark]):
            return
        text = f"Carrying {mark} was worth it."
        said: dict[str, Any] = {"text": text, "confidence": 0.6, "drawn_from": [*ids]}
        stated = await self.calls("POST", "opinions", **said, who=PEOPLE[0])
        if stated is None:  # what it was to rest on was retracted meanwhile
            return
        self.ledger.opinions[text] = mark
        for who in self.dice.sample(PEOPLE, 3):
            relation = self.dice.choice(("reinforce", "weaken", "contradict"))
            await self.calls(
                "POST", "opinions", stated["id"], "evidence", relation=relation, who=who
            )

    async def _expire(self) -> None:
        mark = self._mark()
        text = f"{self._people(None)} lent {mark} for a moment."
        await self.calls(
            "POST", "memories", items=[self._item(note_of(mark), text, None) | {"ttl": 0.1}]
        )
        self.ledger.gone.add(mark)

    async def _ask(self) -> None:
        asked = f"What did {self.dice.choice(PEOPLE)} carry to the {self.dice.choice(PLACES)}?"
        await self.calls("POST", self.dice.choice(("memories/recall", "reflect")), query=asked)

    def _mark(self) -> str:
        self.written += 1
        return f"crate-{self.number:02}-{self.written:05}"

    def _people(self, also: str | None) -> str:
        """Name a few, everybody in another order."""
        said = [*self.dice.sample(PEOPLE, 3), *([also] if also else ())]
        self.dice.shuffle(said)
        return f"{', '.join(said[:-1])} and {said[-1]}"

    def _item(self, document: str, text: str, also: str | None) -> dict[str, Any]:
        named = [
            {"text": name, "type": "PERSON"} for name in (*PEOPLE, also) if name and name in text
        ]
        return {"content": text, "document_id": document, "entities": named}

    def _any_of_mine(self) -> str | None:
        return self.dice.choice([*self.mine]) if self.mine else None

    def _forgotten(self, mark: str) -> None:
        self.ledger.notes.pop(mark, None)
        self.ledger.gone.add(mark)


def note_of(mark: str) -> str:
    """Return the id of the document that tells of a crate: it does not go with its words."""
    return mark.replace("crate", "note")


class Spoken:
    """Speaks of whoever is doomed now, one time in three; tells when that is done."""

    def __init__(self, ledger: Ledger, dice: random.Random) -> None:
        self._ledger = ledger
        self._name = ledger.doomed if dice.random() < 1 / 3 else None

    def __enter__(self) -> str | None:
        self._ledger.speaking += self._name is not None
        return self._name

    def __exit__(self, *_: object) -> None:
        self._ledger.speaking -= self._name is not None


@dataclass(frozen=True, slots=True)
class Oblivion:
    """Lets all speak of somebody for a while, and has them retracted."""

    calls: Calls
    ledger: Ledger

    async def rule(self) -> None:
        number = 0
        while not self.ledger.is_over:
            name = (
                f"Zephyr{'bcdfghjkl'[number % 9]}{'aeiou'[number // 9 % 5]}{'mnrstz'[number // 45]}"
            )
            self.ledger.doomed = name
            await asyncio.sleep(0.7)
            self.ledger.doomed = None
            await self._all_have_spoken()
            await self._retract(name)
            number += 1

    async def _all_have_spoken(self) -> None:
        while self.ledger.speaking:  # noqa: ASYNC110 - a number that many change
            await asyncio.sleep(0.02)

    async def _retract(self, name: str) -> None:
        """Have them retracted as soon as they are known; some words of them may wait to be read."""
        while self._is_named(name):
            known = await self.calls("GET", f"entities?limit={MANY}")
            if found := [one["id"] for one in known["items"] if one["canonical_name"] == name]:
                receipt = await self.calls("DELETE", "entities", found[0])
                if receipt or await self._was_retracted(found[0]):
                    break  # else somebody deleted all that named them so far: more may be to come
            await asyncio.sleep(0.05)
        self.ledger.gone.add(name)
        for mark in [mark for mark, text in self.ledger.notes.items() if name in text]:
            del self.ledger.notes[mark]
            self.ledger.gone.add(mark)
        for log, lines in self.ledger.lines.items():
            self.ledger.lines[log] = [line for line in lines if name not in line]

    async def _was_retracted(self, id: str) -> bool:
        """Whether it was, and the server was killed before it said so."""
        receipts = await self.calls("GET", f"receipts?limit={MANY}")
        return any(one["subject"] == "entity" and id in str(one) for one in receipts["items"])

    def _is_named(self, name: str) -> bool:
        said = (*self.ledger.notes.values(), *(x for of in self.ledger.lines.values() for x in of))
        return any(name in text for text in said)


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What is done beside: opinions folded anew, observations cleared, what is over forgotten.

    The process of the test forgets and recalls as well: its picture of the bank has to follow the server's writing.
    """

    calls: Calls
    ledger: Ledger
    runtime: Runtime

    async def go_on(self) -> None:
        while not self.ledger.is_over:
            await self.calls("POST", "opinions/recompute")
            await self.calls("DELETE", "observations")
            await self.calls("GET", "graph?limit=50")
            await self.calls("GET", "stats")
            await self.runtime.engine.forgetting.expired(BANK)
            await self.runtime.engine.recall(BANK, "Who carried what?")
            await asyncio.sleep(0.2)
