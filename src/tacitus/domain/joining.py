"""Items of one call that name the same document are the parts of it."""

from collections.abc import Sequence
from dataclasses import replace

from tacitus.domain.documents import RetainItem, UpdateMode
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import DocumentId


def joined(items: Sequence[RetainItem]) -> list[RetainItem]:
    """Return each document once, with all its parts, at the place of the first.

    The first says whether what was there before is replaced. Items without a document stay apart.

    Raises:
        InvalidRequest: A part would replace what the parts before it append.
    """
    documents: dict[object, RetainItem] = {}
    for place, item in enumerate(items):
        key: DocumentId | int = place if item.document is None else item.document
        begun = documents.get(key)
        if begun is None:
            documents[key] = item
            continue
        if begun.mode is UpdateMode.APPEND and item.mode is UpdateMode.REPLACE:
            raise InvalidRequest(
                f"Document '{item.document}' is appended to and then replaced in one request:"
                " give its parts one update mode, or send them one after another"
            )
        documents[key] = replace(begun, more=(*begun.more, *item.parts))
    return list(documents.values())


def begins(items: Sequence[RetainItem]) -> list[bool]:
    """Say of each item whether it is the first of its document; see `joined`."""
    seen: set[DocumentId] = set()
    first: list[bool] = []
    for item in items:
        first.append(item.document is None or item.document not in seen)
        if item.document is not None:
            seen.add(item.document)
    return first
