"""The parameters of the SQL function `admits`; the rules are `tacitus.domain.filtering`."""

import json
from collections.abc import Sequence

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


def bound_tags(tags: Sequence[str] | None, how: TagMatch) -> list[str] | None:
    """Return the tags asked for; None where they bind nothing."""
    return list(tags) if tags is not None and (tags or how is TagMatch.EXACT) else None


def _tags(filters: Filters) -> tuple[list[str] | None, str]:
    """Return what is asked of tags, and how: flat, or all of it as one group (JSON in one text)."""
    flat = bound_tags(filters.tags, filters.tag_match)
    if filters.tag_group is None:
        return flat, filters.tag_match
    group = filters.tag_group
    if flat is not None:
        group = Every((Tagged((*flat,), filters.tag_match), group))
    return [json.dumps(group_to_json(group))], "group"
