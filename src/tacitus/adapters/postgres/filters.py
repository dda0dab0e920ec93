"""The parameters of the SQL function `admits`; the rules are `tacitus.domain.filtering`."""

import json

from tacitus.domain.recollection import Filters
from tacitus.domain.tags import Every, Tagged, TagMatch, group_to_json


def bound(filters: Filters) -> dict[str, object]:
    """Return the parameters by which every search filters."""
    tags, how = _tags(filters)
    return {
        "networks": sorted(filters.networks),
        "tags": tags,
        "tag_match": how,
        "occurred_from": filters.occurred.start if filters.occurred else None,
        "occurred_until": filters.occurred.end if filters.occurred else None,
        "as_of": filters.as_of,
        "superseded": filters.superseded,
    }


def _tags(filters: Filters) -> tuple[list[str] | None, str]:
    """Return what is asked of tags, and how: flat, or all of it as one group (JSON in one text)."""
    binds = filters.tags or filters.tag_match is TagMatch.EXACT
    flat = filters.tags if filters.tags is not None and binds else None
    if filters.tag_group is None:
        return None if flat is None else list(flat), filters.tag_match
    group = filters.tag_group
    if flat is not None:
        group = Every((Tagged(flat, filters.tag_match), group))
    return [json.dumps(group_to_json(group))], "group"
