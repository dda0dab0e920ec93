"""The picture of a bank, and how a change of the bank changes it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.ids import MemoryId
from tacitus.domain.many_ids import Halves, Ids, halves_of, mixed, order_by_id
from tacitus.domain.many_ids import Rows as Kept
from tacitus.domain.picture.batch import Batch
from tacitus.domain.picture.columns import Column
from tacitus.domain.picture.keys import codes
from tacitus.domain.picture.pairs import Pairs
from tacitus.domain.picture.products import Product, Products, multiplied, squares
from tacitus.domain.picture.reading_order import NOBODY, Rows, Sources, beside
from tacitus.domain.picture.roads import Roads
from tacitus.domain.recollection import Filters
from tacitus.domain.traits import traits_of

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int32]
KINDS = 8
"""Keys of `links` for each row, one for each kind of link."""
_NOTHING = np.zeros(0, np.uint8)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Columns:
    """One value for each row, as in `Batch`.

    Attributes:
        tagged: How many tags it has.
        documents: Number of the one it was first read in; -1 for what was derived.
        offsets: And where.
        telling: Where what there is to read of it ends; it begins where that of the row before ends.
    """

    ids: Column
    vectors: Column
    networks: Column
    states: Column
    datings: Column
    mentioned: Column
    starts: Column
    ends: Column
    until: Column
    expires: Column
    successors: Column
    tokens: Column
    lengths: Column
    traits: Column
    speakers: Column
    tagged: Column
    documents: Column
    offsets: Column
    telling: Column

    @classmethod
    def empty(cls) -> "Columns":
        pairs = {name: Column.empty(np.uint64, 2) for name in ("ids", "successors")}
        small = dict.fromkeys(("networks", "states", "datings", "traits"), np.uint8)
        moments = ("mentioned", "starts", "ends", "until", "expires", "offsets", "telling")
        times = dict.fromkeys(moments, np.int64)
        numbers = dict.fromkeys(("tokens", "lengths", "speakers", "tagged", "documents"), np.int32)
        kinds: dict[str, type[np.generic]] = {**small, **times, **numbers}
        columns = {name: Column.empty(kind) for name, kind in kinds.items()}
        return cls(vectors=Column.empty(np.float32, 0), **pairs, **columns)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Names:
    """What many rows share, each with its number; they are only ever added."""

    speakers: dict[str, int] = field(default_factory=dict[str, int])
    documents: dict[str, int] = field(default_factory=dict[str, int])
    tags: dict[str, int] = field(default_factory=dict[str, int])
    entities: dict[int, int] = field(default_factory=dict[int, int])


class Exceptions(NamedTuple):
    """Mentions that do not lie where most do; each sorted by entity.

    Attributes:
        dead: Entities of dead rows.
        entities: Those of the `rows` that are alive and not rising.
    """

    dead: Numbers
    entities: Numbers
    rows: Rows


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Picture:
    """A bank as its searches see it.

    Attributes:
        alive: The rows that stand for a memory.
        before: Rows that were read right before; NOBODY for none. So `after`.
        products: Of the vectors of a row and its neighbours; see `Product`.
        rising: The rows whose id is above those of all rows before: the most of them, as memories are
            made one after the other, but for those that changed later.
        places: Rows by id.
        terms: Rows and how often the term stands there, by term.
        tags: Rows by tag.
        links: Rows at the other end with weights, by `row * KINDS + kind`, in both directions.
        named: Entities by row.
        naming: Rows by entity.
        told: What there is to read of all rows, one after the other.
        masks: What filters admit, as far as anybody asked.
        roads: Ways between what filters admit, so many of each kind, as far as anybody asked.
        exceptions: See `Exceptions`, as soon as anybody asked.
    """

    columns: Columns = field(default_factory=Columns.empty)
    names: Names = field(default_factory=Names)
    alive: Mask = field(default_factory=lambda: np.zeros(0, np.bool_))
    before: Rows = field(default_factory=lambda: np.zeros(0, np.int32))
    after: Rows = field(default_factory=lambda: np.zeros(0, np.int32))
    products: Products = field(default_factory=lambda: np.zeros((0, len(Product)), np.float32))
    rising: Mask = field(default_factory=lambda: np.zeros(0, np.bool_))
    places: Pairs = field(default_factory=lambda: Pairs.empty(np.int32, np.uint8))
    terms: Pairs = field(default_factory=lambda: Pairs.empty(np.int32, np.float32))
    tags: Pairs = field(default_factory=lambda: Pairs.empty(np.int32, np.uint8))
    links: Pairs = field(default_factory=lambda: Pairs.empty(np.int32, np.float64))
    named: Pairs = field(default_factory=lambda: Pairs.empty(np.int32, np.uint8))
    naming: Pairs = field(default_factory=lambda: Pairs.empty(np.int32, np.uint8))
    sources: tuple[Column, Column, Column] = field(
        default_factory=lambda: (
            Column.empty(np.int32),
            Column.empty(np.int32),
            Column.empty(np.int64),
        )
    )
    told: Column = field(default_factory=lambda: Column.empty(np.uint8))
    masks: dict[Filters, Mask] = field(default_factory=dict[Filters, Mask])
    roads: dict[tuple[Filters, int], Roads] = field(
        default_factory=dict[tuple[Filters, int], Roads]
    )
    exceptions: "list[Exceptions]" = field(default_factory=lambda: list[Exceptions]())

    @property
    def rows(self) -> int:
        """How many rows there are, the dead included."""
        return len(self.alive)

    @property
    def memories(self) -> int:
        return int(np.count_nonzero(self.alive))

    @property
    def in_order(self) -> bool:
        """Whether rows lie in the order of their ids."""
        return bool(self.rising.all())

    @property
    def ids(self) -> Halves:
        return self.columns.ids.values

    @property
    def vectors(self) -> NDArray[np.float32]:
        return self.columns.vectors.values

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        columns: list[Column] = [getattr(self.columns, one.name) for one in fields(self.columns)]
        pairs = (self.places, self.terms, self.tags, self.links, self.named, self.naming)
        return (
            sum(one.bytes for one in (*columns, *self.sources, *pairs, self.told))
            + 9 * self.rows
            + self.products.nbytes
            + sum(one.bytes for one in self.roads.values())
        )

    def mentions_aside(self) -> Exceptions:
        """Return the mentions that are exceptions, worked out once."""
        if not self.exceptions:
            dead = self.named.of(np.flatnonzero(~self.alive)).items
            fallen = np.flatnonzero(self.alive & ~self.rising)
            named = self.named.of(fallen)
            order = np.argsort(named.items, kind="stable")
            rows = fallen[named.which[order]].astype(np.int32)
            self.exceptions.append(Exceptions(np.sort(dead), named.items[order], rows))
        return self.exceptions[0]

    def order(
        self, rows: NDArray[np.integer[Any]], *first: NDArray[np.generic]
    ) -> NDArray[np.intp]:
        """Return the order of rows by some keys, the first one first, and then by id."""
        if self.in_order:
            return np.lexsort((rows, *reversed(first)))
        return order_by_id(self.ids[rows], *first)

    def ids_at(self, rows: NDArray[np.integer[Any]]) -> Ids:
        """Return the ids of rows, which know where they stand."""
        return Ids(self.ids[rows], Kept(self, rows))

    def where(self, ids: Iterable[MemoryId]) -> Rows:
        """Return the rows of memories, NOBODY for those that are not there."""
        if isinstance(ids, Ids) and ids.rows and ids.rows.of is self:
            return ids.rows.numbers.astype(np.int32)
        return self.rows_of(halves_of(ids))

    def rows_of(self, ids: Halves) -> Rows:
        """Return the rows of memories, NOBODY for those that are not there."""
        if not self.rows:
            return np.full(len(ids), NOBODY, np.int32)
        keys, back = np.unique(mixed(ids), return_inverse=True)
        pairs = self.places.of(keys)
        live = self.alive[pairs.items]
        at = np.full(len(keys), NOBODY, np.int32)
        at[pairs.which[live]] = pairs.items[live]
        found = at[back]
        right = (found != NOBODY) & (self.ids[found] == ids).all(axis=1)
        return np.where(right, found, NOBODY).astype(np.int32)

    def changed(self, batch: Batch, gone: Halves) -> "Picture":
        """Return the picture after memories came, changed or went.

        Args:
            batch: Those that came or changed, whole.
            gone: Those that went; whoever is not there is fine.
        """
        dead = self._dying(np.concatenate([gone, batch.ids]))
        read_in = self._documents_of(dead)
        documents = codes(batch.documents, self.names.documents)
        grown = self._with_rows(batch, documents, dead)._with_pairs(batch, documents)
        return grown._in_reading_order(read_in, len(self.alive))

    def without(self, gone: Halves) -> "Picture":
        """Return the picture after memories went; whoever is not there is fine."""
        dead = self._dying(gone)
        alive = self.alive.copy()
        alive[dead] = False
        less = replace(self, alive=alive, masks={}, roads={}, exceptions=[])
        return less._in_reading_order(self._documents_of(dead), self.rows)

    def blot(self, rows: Rows) -> None:
        """Forget what there is to read of rows that stand for nothing any more.

        Who reads an older picture finds nothing there, and asks the database.
        """
        ends = self.columns.telling.values
        for row in rows[rows != NOBODY].tolist():
            self.told.values[int(ends[row - 1]) if row else 0 : int(ends[row])] = 0

    def settled(self) -> "Picture":
        """Return the same, quicker to search: for who has added all there is for now."""
        return replace(
            self,
            places=self.places.settled(),
            terms=self.terms.settled(),
            tags=self.tags.settled(),
            links=self.links.settled(),
            named=self.named.settled(),
            naming=self.naming.settled(),
        )

    def living(self, moment: int) -> "Picture":
        """Return the picture without the memories whose time is over; most often it is this one.

        Args:
            moment: Microseconds.
        """
        over = self.alive & (self.columns.expires.values <= moment)
        return self.without(self.ids[over]) if over.any() else self

    # ------------------------------------------------------------------------------- changing

    def _dying(self, ids: Halves) -> Rows:
        rows = self.rows_of(ids)
        return np.unique(rows[rows != NOBODY])

    def _with_rows(self, batch: Batch, documents: Rows, dead: Rows) -> "Picture":
        size = len(batch.ids)
        alive = np.concatenate([self.alive, np.ones(size, np.bool_)])
        alive[dead] = False
        nobody = np.full(size, NOBODY, np.int32)
        return replace(
            self,
            columns=self._extended(batch, documents),
            alive=alive,
            before=np.concatenate([self.before, nobody]),
            after=np.concatenate([self.after, nobody]),
            products=np.concatenate([self.products, squares(batch.vectors)]),
            told=self.told.extended(np.frombuffer(batch.told, np.uint8)),
            rising=np.concatenate([self.rising, self._rising(batch.ids)]),
            masks={},
            roads={},
            exceptions=[],
        )

    def _extended(self, batch: Batch, documents: Rows) -> Columns:
        size, columns = len(batch.ids), self.columns
        firsts, firsts_at = np.unique(batch.source_places, return_index=True)
        document, offset = np.full(size, NOBODY, np.int32), np.zeros(size, np.int64)
        document[firsts], offset[firsts] = documents[firsts_at], batch.offsets[firsts_at]
        worked_out: dict[str, NDArray[Any]] = {
            "traits": np.fromiter(map(traits_of, batch.texts), np.uint8, size),
            "speakers": codes(batch.speakers, self.names.speakers),
            "tagged": np.bincount(batch.tag_places, minlength=size).astype(np.int32),
            "documents": document,
            "offsets": offset,
            "telling": len(self.told.values) + np.cumsum(batch.telling, dtype=np.int64),
        }
        vectors = columns.vectors
        if not len(vectors.values):
            vectors = Column.empty(np.float32, batch.vectors.shape[1])
        more: dict[str, NDArray[Any]] = {
            one.name: worked_out[one.name] if one.name in worked_out else getattr(batch, one.name)
            for one in fields(columns)
        }
        old = {one.name: getattr(columns, one.name) for one in fields(columns)} | {
            "vectors": vectors
        }
        return Columns(**{name: old[name].extended(values) for name, values in more.items()})

    def _rising(self, ids: Halves) -> Mask:
        """Return which of the next ids are above all before them."""
        highest = self.ids[np.flatnonzero(self.rising)[-1:]]
        line = np.concatenate([highest, ids])
        ranks = np.empty(len(line), np.intp)
        ranks[order_by_id(line)] = np.arange(len(line))
        above = ranks == np.maximum.accumulate(ranks)
        return above[len(highest) :]

    def _with_pairs(self, batch: Batch, documents: Rows) -> "Picture":
        start = self.rows - len(batch.ids)
        rows = np.arange(start, self.rows, dtype=np.int32)
        there = replace(self, places=self.places.extended(mixed(batch.ids), rows, _nothing(rows)))
        ends = there.rows_of(batch.others)
        known = ends != NOBODY
        one, other = rows[batch.link_places[known]], ends[known]
        kinds, weights = batch.kinds[known], batch.weights[known]
        mentioned: list[int] = mixed(batch.entities).tolist()
        entities, mentioning = codes(mentioned, self.names.entities), rows[batch.mention_places]
        tagged, tags = rows[batch.tag_places], codes(batch.tags, self.names.tags)
        source_rows = rows[batch.source_places]
        return replace(
            there,
            terms=self.terms.extended(batch.terms, rows[batch.term_places], batch.counts),
            tags=self.tags.extended(tags.astype(np.int64), tagged, _nothing(tags)),
            links=self.links.extended(_ways(one, kinds), other, weights).extended(
                _ways(other, kinds), one, weights
            ),
            named=self.named.extended(mentioning.astype(np.int64), entities, _nothing(entities)),
            naming=self.naming.extended(entities.astype(np.int64), mentioning, _nothing(entities)),
            sources=(
                self.sources[0].extended(source_rows),
                self.sources[1].extended(documents),
                self.sources[2].extended(batch.offsets),
            ),
        )

    def _documents_of(self, rows: Rows) -> NDArray[np.int32]:
        """Return the documents that some rows were read in."""
        read, documents = self.sources[0].values, self.sources[1].values
        return np.unique(documents[np.isin(read, rows)])

    def _in_reading_order(self, documents: NDArray[np.int32], since: int) -> "Picture":
        """Return the picture with who was read beside whom, in the documents that changed.

        Args:
            since: From this row on they are new.
        """
        everything = Sources(*(column.values for column in self.sources))
        new = np.unique(everything.documents[everything.rows >= since])
        touched = np.zeros(len(self.names.documents), np.bool_)
        touched[documents] = touched[new] = True
        read = everything.only(touched[everything.documents] & self.alive[everything.rows])
        rows = np.unique(read.rows)
        own = self.columns.documents.values[rows]
        rows = rows[touched[own] & (own != NOBODY)]
        first = Sources(
            rows, self.columns.documents.values[rows], self.columns.offsets.values[rows]
        )
        before, after, products = self.before.copy(), self.after.copy(), self.products.copy()
        before[rows], after[rows] = beside(first, read, self.ids)
        products[rows, 1:] = multiplied(self.vectors, (rows, before[rows], after[rows]))
        return replace(self, before=before, after=after, products=products)


def told_of(picture: Picture, row: int) -> bytes:
    """Return what there is to read of a row; empty where that is too much, or was forgotten."""
    ends = picture.columns.telling.values
    begin = int(ends[row - 1]) if row else 0
    line = picture.told.values[begin : int(ends[row])]
    return line.tobytes() if len(line) and line[0] else b""


def _ways(rows: Rows, kinds: NDArray[np.uint8]) -> NDArray[np.int64]:
    return rows.astype(np.int64) * KINDS + kinds


def _nothing(like: NDArray[Any]) -> NDArray[np.uint8]:
    return np.zeros(len(like), np.uint8)
