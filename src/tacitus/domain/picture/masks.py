"""Which rows a search may find: `tacitus.domain.filtering` over arrays."""

from collections.abc import Sequence

import numpy as np

from tacitus.domain.memories import Network, State
from tacitus.domain.picture.picture import Mask, Picture
from tacitus.domain.picture.remembered import kept
from tacitus.domain.recollection import Filters
from tacitus.domain.tags import Every, Some, Tagged, TagGroup, TagMatch, Without
from tacitus.domain.time import Interval
from tacitus.domain.time.numbers import NEVER, microseconds

_NETWORKS = tuple(Network)
_VALID, _INVALIDATED = (tuple(State).index(one) for one in (State.VALID, State.INVALIDATED))


def admitted(picture: Picture, filters: Filters) -> Mask:
    """Return for each row whether the filters admit it; the dead they never do."""
    return kept(picture.masks, filters, lambda: _admitted(picture, filters))


def _admitted(picture: Picture, filters: Filters) -> Mask:
    columns = picture.columns
    wanted = np.array([network in filters.networks for network in _NETWORKS])
    mask: Mask = picture.alive & wanted[columns.networks.values] & _counts(picture, filters)
    if filters.occurred is not None:
        mask &= occurred_in(picture, filters.occurred)
    asked = filters.tags
    if asked is not None and (asked or filters.tag_match is TagMatch.EXACT):
        mask &= _tagged(picture, sorted(set(asked)), filters.tag_match)
    if filters.tag_group is not None:
        mask &= _satisfies(picture, filters.tag_group)
    return mask


def occurred_in(picture: Picture, interval: Interval) -> Mask:
    """Return for each row whether its occurrence overlaps an interval."""
    starts, ends = picture.columns.starts.values, picture.columns.ends.values
    start, end = microseconds(interval.start), microseconds(interval.end)
    begins_there = starts == start
    overlaps: Mask = ((starts < end) | begins_there) & ((ends > start) | begins_there)
    return overlaps & (starts != NEVER)


def _counts(picture: Picture, filters: Filters) -> Mask:
    states = picture.columns.states.values
    if filters.as_of is not None:
        moment = microseconds(filters.as_of)
        said = picture.columns.mentioned.values <= moment
        return (states != _INVALIDATED) & said & (picture.columns.until.values > moment)
    return states != _INVALIDATED if filters.superseded else states == _VALID


def _satisfies(picture: Picture, group: TagGroup) -> Mask:
    match group:
        case Tagged(asked, how):
            if not asked and how is not TagMatch.EXACT:
                return np.ones(picture.rows, np.bool_)
            return _tagged(picture, sorted(set(asked)), how)
        case Every(parts):
            return np.logical_and.reduce([_satisfies(picture, part) for part in parts])
        case Some(parts):
            return np.logical_or.reduce([_satisfies(picture, part) for part in parts])
        case Without(part):
            return ~_satisfies(picture, part)


def _tagged(picture: Picture, asked: Sequence[str], how: TagMatch) -> Mask:
    known = [picture.names.tags[tag] for tag in asked if tag in picture.names.tags]
    held = picture.tags.of(np.array(known, np.int64)).items
    hits = np.bincount(held, minlength=picture.rows)
    tagged = picture.columns.tagged.values
    match how:
        case TagMatch.ANY:
            return (tagged == 0) | (hits > 0)
        case TagMatch.ALL:
            return (tagged == 0) | (hits == len(asked))
        case TagMatch.ANY_STRICT:
            return hits > 0
        case TagMatch.ALL_STRICT:
            return hits == len(asked)
        case TagMatch.EXACT:
            return (hits == len(asked)) & (tagged == len(asked))
