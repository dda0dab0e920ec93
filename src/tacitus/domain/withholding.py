"""What stays of the order to read a document in which something stood that is kept away.

The order has the words; once it is carried out nobody needs them. It is known again by a digest.
"""

import json
from collections.abc import Mapping
from typing import Any, cast

from tacitus.domain.forgetting import sealed
from tacitus.domain.ids import BankId
from tacitus.domain.operations import JobKind, Operation

FORGOTTEN = "forgotten"
"""Of the result of reading a document: how often it told what is kept away."""
_SEALED = "sealed"


def payload_after(
    operation: Operation, result: Mapping[str, object]
) -> Mapping[str, object] | None:
    """Return what is kept of what work was asked to do, when it is done; None for all of it."""
    if operation.kind is not JobKind.RETAIN or not result.get(FORGOTTEN):
        return None
    item = cast(Mapping[str, Any], operation.payload["item"])
    kept = {key: value for key, value in operation.payload.items() if key != "item"}
    digest = sealed(operation.bank, _json(operation.payload))
    return {**kept, "item": {"document": item["document"]}, _SEALED: digest}


def same_order(bank: BankId, asked: Mapping[str, object], known: Mapping[str, object]) -> bool:
    """Whether work that is there was asked to do the same."""
    if _SEALED in known:
        return known[_SEALED] == sealed(bank, _json(asked))
    return _json(asked) == _json(known)


def _json(payload: Mapping[str, object]) -> str:
    return json.dumps(dict(payload), sort_keys=True)
