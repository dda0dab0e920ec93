"""The parameters of the SQL function `admits`; the rules are `tacitus.domain.filtering`."""

from tacitus.domain.recollection import Filters, TagMatch


def bound(filters: Filters) -> dict[str, object]:
    """Return the parameters by which every search filters."""
    binds = filters.tags or filters.tag_match is TagMatch.EXACT
    return {
        "networks": sorted(filters.networks),
        "tags": list(filters.tags) if filters.tags is not None and binds else None,
        "tag_match": filters.tag_match,
        "occurred_from": filters.occurred.start if filters.occurred else None,
        "occurred_until": filters.occurred.end if filters.occurred else None,
        "as_of": filters.as_of,
        "superseded": filters.superseded,
    }
