"""Named SQL, loaded from `sql/*.sql`.

Each query is headed `-- name: find_by_words`, then comment lines saying what it does.
"""

import re
from functools import cache
from importlib import resources
from typing import LiteralString, cast

_HEADER = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)


@cache
def load(topic: str) -> dict[str, LiteralString]:
    """Return the queries of `sql/<topic>.sql` by name.

    Raises:
        ValueError: Two queries of the file share a name.
    """
    text = (
        resources.files("tacitus.adapters.postgres").joinpath(f"sql/{topic}.sql").read_text("utf-8")
    )
    _, *parts = _HEADER.split(text)
    names, bodies = parts[::2], parts[1::2]
    if len(set(names)) != len(names):
        raise ValueError(f"sql/{topic}.sql names a query twice")
    # The files ship with the package: as trustworthy as literals in the code.
    return {
        name: cast(LiteralString, body.strip()) for name, body in zip(names, bodies, strict=True)
    }
