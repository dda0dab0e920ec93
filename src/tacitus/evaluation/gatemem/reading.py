"""The files of GateMem: conversations at a workplace, and what is asked of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeVar, cast

from pydantic import BaseModel

from tacitus.domain.errors import InvalidRequest
from tacitus.formats.jsons import parse_json, shaped

Shape = TypeVar("Shape", bound=BaseModel)

_EPISODES, _CHECKPOINTS = "*episodes.jsonl", "*checkpoints.jsonl"


class _Principal(BaseModel):
    principal_id: str
    role: str
    display_name: str = ""


class _Entities(BaseModel):
    principals: list[_Principal]


class _Turn(BaseModel):
    turn_id: str
    timestamp: datetime
    speaker: _Principal
    text: str


class _Episode(BaseModel):
    episode_id: str
    entities: _Entities
    turns: list[_Turn]


class _Judge(BaseModel):
    include: list[str] = []


class _Checkpoint(BaseModel):
    checkpoint_id: str
    episode_id: str
    as_of_turn_id: str
    asker: _Principal
    query_type: Literal["utility", "safety", "privacy"]
    query_text: str
    expected_action: str
    judge_spec: _Judge
    leak_targets: list[str] = []
    attack_type: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A turn of the conversation."""

    id: str
    at: datetime
    speaker: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question.

    Attributes:
        kind: `utility`, `safety` (deleted values) or `privacy` (values of others).
        role: Of who asks.
        after: How many turns were said when it is asked.
        include: Patterns of what the answer must hold.
        targets: What it must not hold.
    """

    id: str
    kind: Literal["utility", "safety", "privacy"]
    action: str
    attack: str
    role: str
    after: int
    text: str
    include: tuple[str, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """A conversation, and its questions in the order in which they are asked."""

    id: str
    turns: tuple[Said, ...]
    questions: tuple[Asked, ...]


def read_gatemem(folder: Path) -> list[Episode]:
    """Read `*episodes.jsonl` of a folder, each with the `*checkpoints.jsonl` beside it.

    Raises:
        InvalidRequest: There is none, or one is of another shape.
    """
    episodes = _lines(folder, _EPISODES, _Episode)
    checkpoints = _lines(folder, _CHECKPOINTS, _Checkpoint)
    if not episodes or not checkpoints:
        raise InvalidRequest(f"{folder}: no {_EPISODES} with {_CHECKPOINTS} is there")
    return [_episode(one, checkpoints) for one in episodes]


def folded(text: str) -> str:
    """Return how texts are compared: whatever the case, and with single spaces."""
    return " ".join(text.casefold().split())


def _lines(folder: Path, files: str, shape: type[Shape]) -> list[Shape]:
    return [
        shaped(f"{file}: line {number}", value, shape)
        for file in sorted(folder.glob(files))
        for number, value in enumerate(_values(file), 1)
    ]


def _values(file: Path) -> list[object]:
    value = parse_json(str(file), file.read_text("utf-8"))
    return cast(list[object], value) if isinstance(value, list) else [value]


def _episode(found: _Episode, checkpoints: Sequence[_Checkpoint]) -> Episode:
    names = {one.principal_id: one.display_name for one in found.entities.principals}
    places = {turn.turn_id: number for number, turn in enumerate(found.turns, 1)}
    turns = tuple(
        Said(
            id=turn.turn_id,
            at=turn.timestamp.replace(tzinfo=turn.timestamp.tzinfo or UTC),
            speaker=names.get(turn.speaker.principal_id) or turn.speaker.principal_id,
            text=turn.text,
        )
        for turn in found.turns
    )
    asked = [_asked(one, places) for one in checkpoints if one.episode_id == found.episode_id]
    asked.sort(key=lambda one: one.after)
    return Episode(id=found.episode_id, turns=turns, questions=tuple(asked))


def _asked(found: _Checkpoint, places: dict[str, int]) -> Asked:
    if found.as_of_turn_id not in places:
        raise InvalidRequest(f"{found.checkpoint_id}: there is no turn {found.as_of_turn_id}")
    return Asked(
        id=found.checkpoint_id,
        kind=found.query_type,
        action=found.expected_action,
        attack=found.attack_type,
        role=found.asker.role,
        after=places[found.as_of_turn_id],
        text=found.query_text,
        include=tuple(found.judge_spec.include),
        targets=tuple(found.leak_targets),
    )
