"""Pictures of banks, kept in memory and brought up to date before each look.

A look begins with one short statement: the bank's revision, and which memories changed since the one
that the picture shows (migration 0016 keeps the journal). What changed is read again; so whatever was
committed before the look is seen, on every server. The first look at a small bank reads it whole; at
a big one it is told that there is none yet, and the picture is made meanwhile. The pictures that were
not looked at for longest go when all take too much memory.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from tacitus.adapters.postgres.database import Database, Row
from tacitus.adapters.postgres.picturing import Uneven, batch_of
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import bank_of
from tacitus.domain.banks import Bank
from tacitus.domain.errors import TacitusError
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.many_ids import halves_of
from tacitus.domain.picture import Picture
from tacitus.domain.picture.walking import explore

MOST_BYTES = 512 * 2**20
"""Of all pictures together."""
MOST_MEMORIES = 150_000
"""In one picture; a bigger bank is searched in the database."""
SMALL = 1_000
"""Memories up to which a bank is read at once, which takes no longer than a search in the database."""
LONGEST = 8_192
"""Bytes of text, context and metadata up to which a memory can be read in a picture."""
_JOURNAL = 200
"""Revisions; from more than so many ago a picture is made anew. The journal goes back further."""
_BATCH = 2_000
"""Memories read by one statement: a few dozen milliseconds of a connection."""
_DEAD = 4
"""A picture of which more than one row in so many is dead is made anew."""
_AT_ONCE = 100
"""Memories that are added without a thread: some two milliseconds."""
_FRAME = 1024
"""Bytes that a place takes without its picture."""
_FIRST = UUID(int=0)
_QUERIES = load("picture")


@dataclass(slots=True, eq=False)
class _Place:
    """Where the picture of one bank hangs, or will.

    Attributes:
        revision: That the picture shows at least; of some memories it may know more.
        bytes: What it takes.
        looking: Held while the picture is compared with the bank.
        coming: The look that has not begun yet; whoever asks meanwhile waits for it as well.
        making: Reads a big bank.
        unfit: How many memories the bank had when its picture took more than all may take together: it is
            searched in the database until it has half as many.
    """

    picture: Picture | None = None
    revision: int | None = None
    bytes: int = 0
    looking: asyncio.Lock = field(default_factory=asyncio.Lock)
    coming: "asyncio.Task[Look] | None" = None
    making: "asyncio.Task[None] | None" = None
    unfit: int = 0


class Look(NamedTuple):
    """A bank at a glance.

    Attributes:
        bank: None where it is gone.
        picture: None where the database is to be searched.
    """

    bank: Bank | None
    picture: Picture | None


class Pictures:
    """Keeps the pictures of the banks that are looked at.

    Args:
        most_bytes: Of all of them together.
        small: Memories up to which the first look waits for the picture.
    """

    def __init__(
        self, database: Database, *, most_bytes: int = MOST_BYTES, small: int = SMALL
    ) -> None:
        self.database = database
        self._most_bytes = most_bytes
        self._small = small
        self._places: OrderedDict[BankId, _Place] = OrderedDict()
        self._bytes = 0
        self._tasks: set[asyncio.Task[Any]] = set()

    async def of(self, bank: BankId) -> Picture | None:
        """Return the picture of a bank as it is now, or None: look into the database."""
        return (await self.look(bank)).picture

    async def look(self, bank: BankId) -> Look:
        """Look at a bank as it is now; everything that was committed before the call is seen."""
        place = self._places.setdefault(bank, _Place())
        self._places.move_to_end(bank)
        if place.coming is None:
            place.coming = self._start(self._look(bank, place))
        # Others wait for it too: it goes on when one of them is cancelled.
        return await asyncio.shield(place.coming)

    def last(self, bank: BankId) -> Picture | None:
        """Return the picture of a bank as it was when it was looked at last, if it is there."""
        place = self._places.get(bank)
        return place.picture if place else None

    async def made(self) -> None:
        """Wait until the pictures that are being made are there."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Stop whatever is being read."""
        for task in self._tasks:
            task.cancel()
        await self.made()

    def _start(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --------------------------------------------------------------------------- one look

    async def _look(self, bank: BankId, place: _Place) -> Look:
        async with place.looking:
            place.coming = None  # who asks from now on may know of something newer
            news = await self.database.row_by_key(bank, _QUERIES["news"], known=place.revision)
            if news is None:
                self._take_down(bank)
                return Look(None, None)
            try:
                return Look(bank_of(news), await self._seen(bank, place, news))
            except Uneven:
                self._hang(bank, place, None, None)
                return Look(bank_of(news), None)

    async def _seen(self, bank: BankId, place: _Place, news: Row) -> Picture | None:
        picture, revision = place.picture, news["revision"]
        if picture is None or not _follows(picture, place.revision, news):
            return await self._first(bank, place, news)
        if news["changed"]:
            row = await self._read(bank, ids=news["changed"], after=_FIRST)
            old, picture = picture, await _added(picture, row, news["changed"])
            picture.blot(old.rows_of(halves_of(news["changed"])))
            picture = self._fitting(place, picture)
        self._hang(bank, place, picture, revision if picture else None)
        return picture

    async def _first(self, bank: BankId, place: _Place, news: Row) -> Picture | None:
        """Make a picture at once, or begin to."""
        picture = None
        if place.unfit and 2 * news["memory_count"] > place.unfit:
            return None
        if news["memory_count"] <= self._small:
            picture = self._fitting(place, await self._whole(bank))
        elif news["memory_count"] <= MOST_MEMORIES and place.making is None:
            place.making = self._start(self._make(bank, place, news["revision"]))
        self._hang(bank, place, picture, news["revision"] if picture else None)
        return picture

    async def _make(self, bank: BankId, place: _Place, revision: int) -> None:
        """Read a big bank; what changes meanwhile is read at the next look."""
        try:
            with suppress(TacitusError, Uneven):  # the next look begins anew
                picture = self._fitting(place, await self._whole(bank))
                async with place.looking:
                    self._hang(bank, place, picture, revision)
        finally:
            place.making = None

    def _fitting(self, place: _Place, picture: Picture) -> Picture | None:
        place.unfit = picture.memories if picture.bytes > self._most_bytes else 0
        return None if place.unfit else picture

    # --------------------------------------------------------------------------- reading

    async def _whole(self, bank: BankId) -> Picture:
        picture, after = Picture(), _FIRST
        while True:
            row = await self._read(bank, ids=None, after=after)
            picture = await _added(picture, row, ())
            if row["count"] < _BATCH:
                # The ways of a small one are found as soon as they are asked for.
                small = picture.rows <= self._small
                return picture.settled() if small else await asyncio.to_thread(_explored, picture)
            after = UUID(bytes=row["ids"][-16:])

    async def _read(self, bank: BankId, *, ids: Sequence[MemoryId] | None, after: UUID) -> Row:
        row = await self.database.row(
            bank,
            _QUERIES["rows"],
            ids=None if ids is None else list(ids),
            after=after,
            limit=_BATCH if ids is None else len(ids),
            longest=LONGEST,
        )
        assert row
        return row

    # --------------------------------------------------------------------------- room

    def _hang(
        self, bank: BankId, place: _Place, picture: Picture | None, revision: int | None
    ) -> None:
        """Put a picture in its place, and take down others if that is too much."""
        if picture is not place.picture:
            self._bytes -= place.bytes
            place.picture, place.bytes = picture, picture.bytes if picture else 0
            if self._places.get(bank) is not place:
                place.bytes = 0  # it was taken down meanwhile
            self._bytes += place.bytes
        place.revision = revision
        while self._bytes + len(self._places) * _FRAME > self._most_bytes:
            oldest = next(iter(self._places))
            if oldest == bank:
                return
            self._take_down(oldest)

    def _take_down(self, bank: BankId) -> None:
        place = self._places.pop(bank, None)
        if place:
            self._bytes -= place.bytes


def _explored(picture: Picture) -> Picture:
    settled = picture.settled()
    explore(settled)
    return settled


async def _added(picture: Picture, row: Row, changed: Sequence[MemoryId]) -> Picture:
    """Return a picture with memories that were read.

    Args:
        changed: Those that were asked for; who was not read is gone.
    """

    def added() -> Picture:
        batch = batch_of(row)
        if picture.rows and batch.vectors.shape[1] != picture.vectors.shape[1]:
            raise Uneven
        return picture.changed(batch, gone)

    gone = halves_of(changed)
    if not row["count"]:
        return picture.without(gone)
    return added() if row["count"] <= _AT_ONCE else await asyncio.to_thread(added)


def _follows(picture: Picture, known: int | None, news: Row) -> bool:
    """Whether what changed since can be added to a picture."""
    latest: int = news["revision"]
    dead = picture.rows - picture.memories
    return (
        known is not None
        and 0 <= latest - known <= _JOURNAL
        and len(news["changed"]) <= max(_BATCH, picture.memories)
        and dead <= max(_BATCH, picture.rows // _DEAD)
    )
