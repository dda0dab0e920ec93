"""Turns as they are kept beside a document's text: where their words stand, and who said them when."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from tacitus.domain.documents import About, Document, PlacedTurn, Role, Turn, TurnPlace
from tacitus.domain.redaction import BLOT


def places_of(turns: Iterable[PlacedTurn]) -> tuple[TurnPlace, ...]:
    """Return all that is to be kept of turns."""
    return tuple(
        TurnPlace(
            start=one.start,
            end=one.end,
            speaker=one.turn.speaker,
            role=one.turn.role,
            at=one.turn.at,
            label=one.turn.label,
            about=one.turn.about,
        )
        for one in turns
    )


def turns_in(text: str, places: Iterable[TurnPlace]) -> tuple[PlacedTurn, ...]:
    """Return turns with the words that stand in their places now; what was blotted out is blank."""
    readable = text.replace(BLOT, " ")
    return tuple(
        PlacedTurn(
            turn=Turn(
                text=readable[one.start : one.end],
                speaker=one.speaker,
                role=one.role,
                at=one.at,
                label=one.label,
                about=one.about,
            ),
            start=one.start,
            end=one.end,
        )
        for one in places
    )


def with_turns_before(
    known: Document, timestamp: datetime | None, added: tuple[TurnPlace, ...]
) -> tuple[TurnPlace, ...] | None:
    """Return the turns of a document to which some are added; None where not all would be known.

    What was said of the document before, and when, holds for the turns that were there before.

    Args:
        timestamp: Of the document from now on.
    """
    if known.turns is None:
        return None
    if timestamp != known.timestamp and any(one.at is None for one in known.turns):
        return None  # nobody dated them; the new time would
    about = About(context=known.context, metadata=known.metadata, tags=known.tags)
    return (*(replace(one, about=one.about or about) for one in known.turns), *added)


def turns_to_json(document: Document) -> dict[str, object] | None:
    """Return JSON values from which `turns_from_json` makes the turns again."""
    if document.turns is None:
        return None
    return {"digest": document.digest, "turns": [_values(one) for one in document.turns]}


def turns_from_json(value: Mapping[str, Any] | None, digest: str) -> tuple[TurnPlace, ...] | None:
    """Return what `turns_to_json` was given; None for turns of another content.

    Args:
        digest: Of the content they are to be of: whoever does not know of turns leaves them behind.
    """
    if value is None or value["digest"] != digest:
        return None
    return tuple(_place(one) for one in value["turns"])


def _values(one: TurnPlace) -> list[object]:
    about = one.about
    return [
        one.start,
        one.end,
        one.speaker,
        one.role.value,
        one.at.isoformat() if one.at else None,
        one.label,
        [about.context, dict(about.metadata), list(about.tags)] if about else None,
    ]


def _place(values: Sequence[Any]) -> TurnPlace:
    start, end, speaker, role, at, label, about = values
    return TurnPlace(
        start=start,
        end=end,
        speaker=speaker,
        role=Role(role),
        at=datetime.fromisoformat(at) if at else None,
        label=label,
        about=About(context=about[0], metadata=about[1], tags=tuple(about[2])) if about else None,
    )
