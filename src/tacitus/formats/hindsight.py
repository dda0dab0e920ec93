"""Hindsight: the archive of a bank transfer, a ZIP of a manifest and a file for each document.

Read against schema version 1 of the archive (`TransferManifest`, `TransferDocument`, 2026).
"""

import io
import lzma
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any, cast

from pydantic import BaseModel, ConfigDict

from tacitus.domain.documents import About, RetainItem, Role, Turn
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.foreign import Foreign, oldest_first
from tacitus.domain.graph import Surface
from tacitus.domain.ids import DocumentId
from tacitus.formats.jsons import parse_json, shaped
from tacitus.formats.moments import read_moment

_VERSION = 1
_UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, KeyError, struct.error),
)
"""What reading a damaged, encrypted or foreign archive raises."""
_LARGEST = 64 * 2**20
"""Bytes of one file of the archive, unpacked."""
_MOST = 2**30
"""Bytes of all of them."""
_BESIDE = {
    "observations.json": "observations",
    "mental_models.json": "mental models",
    "knowledge_pages.json": "knowledge pages",
}
"""Lists beside the documents, and what they are of."""


class _Manifest(BaseModel):
    model_config = ConfigDict(extra="ignore")

    schema_version: int
    directive_count: int = 0
    webhook_count: int = 0


class _Fact(BaseModel):
    model_config = ConfigDict(extra="ignore")

    text: str
    fact_type: str
    context: str | None = None
    event_date: str | None = None
    occurred_start: str | None = None
    mentioned_at: str | None = None
    metadata: dict[str, str] = {}
    tags: list[str] = []
    entities: list[str] = []
    causal_relations: list[object] = []


class _Document(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: str
    original_text: str | None = None
    tags: list[str] = []
    created_at: str | None = None
    facts: list[_Fact] = []


def is_hindsight(content: bytes) -> bool:
    """Whether a file is a ZIP, and so, of all that is read here, a bank transfer of Hindsight."""
    return content.startswith(b"PK\x03\x04")


def read_hindsight(source: str, content: bytes) -> Foreign:
    """Read each document by its facts, each a turn with its time, tags and context.

    A document of which no fact is known is read by its text. Facts that were experiences stay so.

    Raises:
        InvalidRequest: It is no such archive, of another version, or unpacks to far too much.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _read(source, archive)
    except _UNREADABLE as fault:
        raise InvalidRequest(f"{source}: the archive cannot be read ({fault})") from None


def _read(source: str, archive: zipfile.ZipFile) -> Foreign:
    if sum(one.file_size for one in archive.infolist()) > _MOST:
        raise InvalidRequest(f"{source}: it unpacks to more than {_MOST // 2**20} MB")
    names = archive.namelist()
    if "manifest.json" not in names:
        raise InvalidRequest(
            f"{source}: a ZIP, but no bank transfer of Hindsight: no manifest.json"
        )
    manifest = shaped(source, _value(source, archive, "manifest.json"), _Manifest)
    if manifest.schema_version != _VERSION:
        raise InvalidRequest(
            f"{source}: a bank transfer of version {manifest.schema_version}; {_VERSION} is read"
        )
    left = Counter({"directives": manifest.directive_count, "webhooks": manifest.webhook_count})
    for name, what in _BESIDE.items():
        if name in names:
            listed = _value(source, archive, name)
            left[what] = len(cast(list[object], listed)) if isinstance(listed, list) else 1
    documents = [
        shaped(f"{source}: {name}", _value(source, archive, name), _Document)
        for name in sorted(names)
        if name.startswith("documents/") and name.endswith(".json")
    ]
    items = [item for one in documents for item in _items(source, one, left)]
    return Foreign(system="Hindsight", items=oldest_first(items), left_out=+left)


def _value(source: str, archive: zipfile.ZipFile, name: str) -> object:
    with archive.open(name) as file:
        content = file.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise InvalidRequest(f"{source}: {name} unpacks to more than {_LARGEST // 2**20} MB")
    try:
        return parse_json(f"{source}: {name}", content.decode("utf-8"))
    except UnicodeDecodeError:
        raise InvalidRequest(f"{source}: {name}: not text in UTF-8") from None


def _items(source: str, document: _Document, left: Counter[str]) -> Iterator[RetainItem]:
    place = f"{source}: document {document.id[:80]}"
    facts = [fact for fact in document.facts if fact.text.strip()]
    text = (document.original_text or "").strip()
    left["relations between causes"] += sum(len(fact.causal_relations) for fact in facts)
    left["texts of documents whose facts were taken"] += bool(facts and text)
    left["documents without words"] += not facts and not text
    if not facts and not text:
        return
    entities = dict.fromkeys(name for fact in facts for name in fact.entities if name.strip())
    turns = tuple(_turn(place, fact) for fact in facts)
    created = _moment(place, document.created_at)
    yield RetainItem(
        content=turns or text,
        document=DocumentId(document.id),
        timestamp=next((turn.at for turn in turns if turn.at), created),
        tags=tuple(dict.fromkeys(document.tags)),
        entities=tuple(Surface(name) for name in entities),
    )


def _turn(place: str, fact: _Fact) -> Turn:
    experience = fact.fact_type in {"experience", "bank"}
    told: dict[str, Any] = {
        "context": fact.context or "",
        "metadata": fact.metadata,
        "tags": tuple(dict.fromkeys(fact.tags)),
    }
    return Turn(
        text=fact.text,
        role=Role.ASSISTANT if experience else Role.USER,
        at=_moment(place, fact.mentioned_at or fact.occurred_start or fact.event_date),
        about=About(**told),
    )


def _moment(place: str, text: str | None) -> datetime | None:
    return read_moment(place, text or "", (), None)
