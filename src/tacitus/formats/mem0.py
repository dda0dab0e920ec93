"""mem0: a list of memories, as `get_all` and the export of the platform give them.

Read against mem0 1.0 (`MemoryItem`) and the platform's API of 2025.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

from pydantic import BaseModel, ConfigDict

from tacitus.domain.documents import RetainItem
from tacitus.domain.foreign import Foreign, oldest_first
from tacitus.domain.ids import DocumentId
from tacitus.formats.jsons import first_of, shaped
from tacitus.formats.moments import read_moment
from tacitus.formats.plain import plain

_WHOSE = ("user_id", "agent_id", "app_id", "run_id", "actor_id")
_LISTS = ("results", "memories")


class _Memory(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: str
    memory: str
    created_at: str | None = None
    updated_at: str | None = None
    metadata: dict[str, Any] | None = None
    categories: list[str] | None = None
    expiration_date: str | None = None
    user_id: str | None = None
    agent_id: str | None = None
    app_id: str | None = None
    run_id: str | None = None
    actor_id: str | None = None


def is_mem0(value: object) -> bool:
    """Whether a JSON value is a list of memories of mem0, by itself or as `results`."""
    first = first_of(_listed(value))
    return isinstance(first.get("memory"), str) and "id" in first


def read_mem0(source: str, value: object) -> Foreign:
    """Read each memory as a document of its own; whose it is, is said by tags such as `user:ann`.

    Raises:
        InvalidRequest: A memory has another shape; the message says which.
    """
    listed = cast(list[object], _listed(value))
    left = Counter[str]()
    read = [shaped(f"{source}: memory {n}", one, _Memory) for n, one in enumerate(listed, 1)]
    left["memories without words"] = sum(not one.memory.strip() for one in read)
    left["expiration dates"] = sum(one.expiration_date is not None for one in read)
    relations = cast(dict[str, Any], value).get("relations") if isinstance(value, dict) else None
    left["relations of the graph"] = len(cast(list[object], relations or []))
    items = [_item(source, one) for one in read if one.memory.strip()]
    return Foreign(system="mem0", items=oldest_first(items), left_out=+left)


def _listed(value: object) -> object:
    if isinstance(value, dict):
        whole = cast(dict[str, object], value)
        lists = [whole[key] for key in _LISTS if isinstance(whole.get(key), list)]
        return lists[0] if lists else whole
    return value


def _item(source: str, one: _Memory) -> RetainItem:
    place = f"{source}: memory {one.id}"
    whose = {name: text for name in _WHOSE if (text := getattr(one, name))}
    more: Mapping[str, object] = {"updated_at": one.updated_at, **whose, **(one.metadata or {})}
    return RetainItem(
        content=one.memory,
        document=DocumentId(f"mem0:{one.id}"),
        timestamp=read_moment(place, one.created_at or "", (), None),
        metadata=plain(more),
        tags=tuple(
            dict.fromkeys(
                [
                    *(f"{name.removesuffix('_id')}:{text}" for name, text in whose.items()),
                    *(one.categories or ()),
                ]
            )
        ),
    )
