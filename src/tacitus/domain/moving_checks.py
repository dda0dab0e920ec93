"""What no bank holds, whoever wrote it into an export: such a part would make others unreadable."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from tacitus.domain import moving_parts as parts
from tacitus.domain.bank_config import policies_of
from tacitus.domain.banks import Disposition
from tacitus.domain.disuse import decay_of
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.expiry import lifetime_of
from tacitus.domain.moving_parts import Part
from tacitus.domain.turns import turns_from_json
from tacitus.domain.webhooks import Event, check_address


def check_part(part: Part) -> None:
    """Refuse a part that says what cannot be.

    Raises:
        InvalidRequest: The message says what, and not where.
    """
    match part:
        case parts.BankPart():
            _bank(part)
        case parts.FormedPart():
            _disposition("formed", part.disposition)
        case parts.WebhookPart():
            check_address(part.url)
            _refuse(not {*part.events} <= {*Event}, "webhook.events: that is no event")
        case parts.DocumentPart():
            _turns(part)
        case parts.ChunkPart() | parts.SourcePart():
            _refuse(not 0 <= part.starts <= part.ends, "it ends before it starts")
        case parts.EntityPart() | parts.AbsorbedPart():
            _refuse(not (part.key.strip() and part.name.strip()), "entity: it has no name")
        case parts.MemoryPart():
            _memory(part)
        case _:
            pass


def _bank(part: parts.BankPart) -> None:
    _disposition("bank", part.disposition)
    for read in (policies_of, lifetime_of, decay_of):
        read(part.config)


def _disposition(what: str, told: Mapping[str, object]) -> None:
    try:
        Disposition(**cast(dict[str, Any], dict(told)))
    except TypeError:
        raise InvalidRequest(f"{what}.disposition: that is no disposition") from None


def _turns(part: parts.DocumentPart) -> None:
    try:
        turns = turns_from_json(part.turns, part.digest) or ()
        inside = all(0 <= one.start <= one.end <= len(part.text) for one in turns)
    except (KeyError, TypeError, ValueError, AttributeError):
        inside = False
    _refuse(not inside, "document.turns: they are none of its text")


def _memory(part: parts.MemoryPart) -> None:
    _refuse(not part.text.strip(), "memory.text: it says nothing")
    counts = (part.tokens, part.proof_count, part.accesses)
    _refuse(min(counts) < 0, "memory: nothing is counted below 0")
    sure = [one for one in (part.confidence, part.initial_confidence) if one is not None]
    _refuse(not all(0 <= one <= 1 for one in sure), "memory: a confidence lies between 0 and 1")
    start, end = part.occurred_start, part.occurred_end
    _refuse((start is None) != (end is None), "memory: of its occurrence, one end is missing")
    _refuse(_ends_first(start, end), "memory: it ends before it starts")


def _ends_first(start: datetime | None, end: datetime | None) -> bool:
    return start is not None and end is not None and end < start


def _refuse(wrong: bool, said: str) -> None:
    if wrong:
        raise InvalidRequest(said)
