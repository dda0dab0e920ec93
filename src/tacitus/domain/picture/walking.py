"""The search along links: out from the seeds, a few hops."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.activation import DECAY, MU, Reach
from tacitus.domain.graph import LinkType
from tacitus.domain.hits import Hits
from tacitus.domain.picture.masks import admitted
from tacitus.domain.picture.pairs import Paired, runs
from tacitus.domain.picture.picture import KINDS, Mask, Picture
from tacitus.domain.picture.reading_order import Rows
from tacitus.domain.picture.remembered import kept
from tacitus.domain.picture.roads import Crowded, Crowds, Entities, Roads, Ways
from tacitus.domain.picture.searching import best
from tacitus.domain.recollection import Filters

FRONT = 64
"""From how many memories a hop goes on: those that the hop before reached over heavy links."""
_ENTITY = tuple(LinkType).index(LinkType.ENTITY)
_EXPLORED = 1024
"""Rows of which the ways are worked out at once, where it is done for all."""
_LOOKED_AT = 8
"""Mentions of an entity that are looked at for each one that is needed."""
_CARRIED = np.array([DECAY * MU[kind] for kind in LinkType])
"""What a way of each kind leaves of an activation, at full weight."""
_NOWHERE = np.zeros(0, np.int32)
_NOTHING = np.zeros(0)


def walk(picture: Picture, seeds: Rows, filters: Filters, reach: Reach) -> list[Ways]:
    """Return the ways of each hop between what the filters admit; see `SearchIndex.edges`."""
    if not picture.rows:
        return []
    reached = np.zeros(picture.rows, np.bool_)
    front, most = np.unique(seeds), max(FRONT, len(seeds))
    found: list[Ways] = []
    for hop in range(reach.hops):
        if hop:
            front = _ahead(picture, found[-1], reached, most)
        reached[front] = True
        found.append(_out_of(picture, front, filters, reach.fanout))
    return found


def explore(picture: Picture) -> None:
    """Work out the ways that recall walks by itself, out of all memories; it takes a while.

    Who asks a picture that is new would else work them out in front of whoever waits.
    """
    rows = np.flatnonzero(admitted(picture, Filters())).astype(np.int32)
    for begin in range(0, len(rows), _EXPLORED):
        _out_of(picture, rows[begin : begin + _EXPLORED], Filters(), Reach().fanout)


def _unknown(picture: Picture) -> Roads:
    return Roads(picture.rows, len(picture.names.entities))


def _out_of(picture: Picture, front: Rows, filters: Filters, fanout: int) -> Ways:
    """Return the ways out of some rows, in rising order; worked out once for each."""
    roads = kept(picture.roads, (filters, fanout), lambda: _unknown(picture))
    new = roads.unknown(front)
    if len(new):
        mask = admitted(picture, filters)
        sharing = _sharing(picture, new, mask, (roads.crowds, fanout + 1))
        ways = _joined([_linked(picture, new, mask), sharing])
        roads.learn(new, _strongest(picture, ways, fanout))
    return roads.out_of(front)


def activate(
    picture: Picture,
    seeds: tuple[Rows, NDArray[np.float64]],
    ways: Sequence[Ways],
    hops: int,
    limit: int,
) -> Hits:
    """Let activation go out from seeds, as far as some hops (`tacitus.domain.activation.spread`).

    Args:
        seeds: Rows and how active they are.
    """
    reached, active = np.zeros(picture.rows), np.zeros(picture.rows)
    active[seeds[0]] = seeds[1]
    over = _joined(ways)
    carrying = over.weights * _CARRIED[over.kinds]
    for _ in range(hops):
        ahead = np.zeros(picture.rows)
        np.maximum.at(ahead, over.targets, active[over.sources] * carrying)
        ahead[ahead <= reached] = 0
        reached, active = np.maximum(reached, ahead), ahead
    rows = np.flatnonzero(reached)
    return best(picture, rows, reached[rows], limit)


def _joined(ways: Sequence[Ways]) -> Ways:
    return Ways(
        np.concatenate([_NOWHERE, *(one.sources for one in ways)]),
        np.concatenate([_NOWHERE, *(one.targets for one in ways)]),
        np.concatenate([_NOWHERE, *(one.kinds for one in ways)]).astype(np.int64),
        np.concatenate([_NOTHING, *(one.weights for one in ways)]),
    )


def _ahead(picture: Picture, ways: Ways, reached: Mask, most: int) -> Rows:
    """Return the rows that a hop newly reached, at most so many: those over the heaviest ways."""
    heaviest = np.zeros(picture.rows)
    np.maximum.at(heaviest, ways.targets, ways.weights)
    heaviest[reached] = 0
    rows = np.flatnonzero(heaviest).astype(np.int32)
    if len(rows) > most:
        least = np.partition(heaviest[rows], -most)[-most]
        rows = rows[heaviest[rows] >= least]
        rows = np.sort(rows[picture.order(rows, -heaviest[rows])][:most])
    return rows


def _linked(picture: Picture, front: Rows, mask: Mask) -> Ways:
    begin = front.astype(np.int64) * KINDS
    pairs = picture.links.within(begin, begin + KINDS)
    ways = Ways(front[pairs.which], pairs.items, pairs.keys % KINDS, pairs.values)
    return ways.at(mask[pairs.items])


def _sharing(picture: Picture, front: Rows, mask: Mask, known: tuple[Crowds, int]) -> Ways:
    """Join over mentions: each entity is damped by how many memories mention it.

    Of an entity's memories the first few are enough, in the order of ids: all weigh the same.

    Args:
        known: Crowds by entity, and how many there are in one at most.
    """
    crowds, most = known
    named = picture.named.of(front.astype(np.int64))
    new = crowds.unknown(named.items)
    if len(new):
        crowds.learn(new, _weights(picture, new), _mentioning(picture, new, mask, most))
    which, entities = _heaviest(named, crowds, most)
    many = crowds.many[entities]
    sources, targets = np.repeat(front[which], many), crowds.of(entities)
    weights = np.repeat(crowds.weights[entities], many)
    others = targets != sources
    kinds = np.full(len(targets), _ENTITY, np.int64)
    return Ways(sources, targets, kinds, weights).at(others)


def _heaviest(named: Paired, crowds: Crowds, most: int) -> tuple[NDArray[np.intp], Entities]:
    """Return which entities of each row count: beside one that many mention, no lighter one does."""
    which, entities, weights = named.which, named.items, crowds.weights[named.items]
    full = crowds.many[entities] == most
    least = np.zeros(which.max(initial=-1) + 1)
    np.maximum.at(least, which[full], weights[full])
    counts = weights >= least[which]
    return which[counts], entities[counts]


def _weights(picture: Picture, entities: Entities) -> NDArray[np.float64]:
    dead = picture.mentions_aside().dead
    degrees = picture.naming.counts(entities.astype(np.int64)) - _counts(dead, entities)
    return 1 / np.log2(1 + np.maximum(degrees, 1))


def _mentioning(picture: Picture, entities: Entities, mask: Mask, most: int) -> Crowded:
    """Return the first rows by id that mention each entity, at most so many, entity by entity.

    Rising rows lie in this order already: a look at the first of them is mostly enough, however many
    memories mention the entity. The others are few, and are looked at apart.
    """
    keys = entities.astype(np.int64)
    early, late, whole = picture.naming.first(keys, _LOOKED_AT * most)
    groups, rows = _rising(picture, early, mask)
    found = np.bincount(groups, minlength=len(entities))
    lacking = np.flatnonzero(~whole & (found < most))
    latest, last = _rising(picture, late, mask)
    groups, rows = np.concatenate([groups, latest]), np.concatenate([rows, last])
    if len(lacking):
        there = ~np.isin(groups, lacking)
        more, further = _rising(picture, picture.naming.of(keys[lacking]), mask)
        groups = np.concatenate([groups[there], lacking[more]])
        rows = np.concatenate([rows[there], further])
    order = np.lexsort((rows, groups))
    order = order[_ranks(groups[order]) < most]
    aside, fallen = _fallen(picture, entities, mask)
    groups = np.concatenate([groups[order], aside])
    rows = np.concatenate([rows[order], fallen])
    order = picture.order(rows, groups)
    order = order[_ranks(groups[order]) < most]
    return Crowded(groups[order], rows[order])


def _rising(picture: Picture, pairs: Paired, mask: Mask) -> tuple[NDArray[np.intp], Rows]:
    found = mask[pairs.items] & picture.rising[pairs.items]
    return pairs.which[found], pairs.items[found]


def _fallen(picture: Picture, entities: Entities, mask: Mask) -> tuple[NDArray[np.intp], Rows]:
    aside = picture.mentions_aside()
    starts = np.searchsorted(aside.entities, entities)
    many = _counts(aside.entities, entities)
    groups = np.repeat(np.arange(len(entities)), many)
    rows = aside.rows[runs(starts, many)]
    return groups[mask[rows]], rows[mask[rows]]


def _counts(ordered: Entities, asked: Entities) -> NDArray[np.intp]:
    """Return how often each of some keys stands in an ordered list."""
    return np.searchsorted(ordered, asked, "right") - np.searchsorted(ordered, asked)


def _ranks(groups: NDArray[np.integer]) -> NDArray[np.intp]:
    """Return the place of each in its group; equal ones stand together."""
    begins, places = np.zeros(len(groups), np.intp), np.arange(len(groups))
    firsts = np.flatnonzero(groups[1:] != groups[:-1]) + 1
    begins[firsts] = firsts
    return places - np.maximum.accumulate(begins)


def _strongest(picture: Picture, ways: Ways, fanout: int) -> Ways:
    """Return of several ways of a kind to one row the heaviest; and of a kind the heaviest few."""
    departing = ways.sources.astype(np.int64) * KINDS + ways.kinds
    order = picture.order(ways.targets, departing, -ways.weights)
    leading = (departing * picture.rows + ways.targets)[order]
    order = order[np.sort(np.unique(leading, return_index=True)[1])]
    return ways.at(order[_ranks(departing[order]) < fanout])
