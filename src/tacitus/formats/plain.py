"""Values of other systems as metadata, which are texts here."""

import json
from collections.abc import Mapping


def plain(values: Mapping[str, object]) -> dict[str, str]:
    """Return values as texts: what is no text, as JSON; what is nothing, not at all."""
    return {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in values.items()
        if value not in (None, "", [], {})
    }
