"""The shape of a narrative extraction: types taken leniently, gaps never in silence."""

import math
import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, model_validator

from tacitus.domain.graph import EntityType

Networks = Literal["world", "experience", "opinion"]
Types = Literal["PERSON", "ORG", "LOCATION", "PRODUCT", "CONCEPT", "OTHER"]
Relations = Literal["causes", "caused_by", "enables", "prevents", "none"]

_SYNONYMS = {"PLACE": "LOCATION", "ORGANIZATION": "ORG", "ORGANISATION": "ORG", "COMPANY": "ORG"}


def _network(value: object) -> object:
    said = str(value).strip().lower()
    return said if said in {"experience", "opinion"} else "world"


def _type(value: object) -> object:
    said = str(value).strip().upper()
    known = _SYNONYMS.get(said, said)
    return known if known in EntityType.__members__ else "OTHER"


def _relation(value: object) -> object:
    said = str(value).strip().lower().replace(" ", "_")
    return said if said in {"causes", "caused_by", "enables", "prevents"} else "none"


def _numbers(value: object) -> object:
    """1, "1", "[1]", "1-3" and lists of them, as numbers."""
    if isinstance(value, list | tuple):
        items = cast(list[object], value)
        return [number for item in items for number in cast(list[int], _numbers(item))]
    found = re.findall(r"\d{1,6}", str(value))
    if len(found) == 2 and re.fullmatch(r"\D*\d+\s*-\s*\d+\D*", str(value)):
        first, last = int(found[0]), int(found[1])
        return list(range(first, min(last, first + 1000) + 1))
    return [int(number) for number in found]


def _confidence(value: object) -> object:
    """0.8, "0.8", 80 or "80%" as 0.8; None of anything else."""
    try:
        number = float(str(value).strip().rstrip("%"))
    except ValueError:
        return None
    if not math.isfinite(number) or not 0 <= number <= 100:
        return None
    return number / 100 if number > 1 else number


def _worded(text: str) -> str:
    if not any(character.isalnum() for character in text):
        raise ValueError("a memory needs words")
    return text.strip()


def _entity(value: object) -> object:
    return {"name": value, "type": "OTHER"} if isinstance(value, str) else value


class _Filled(BaseModel):
    """Every field stands in the schema as required; one that is missing or null is blank."""

    model_config = ConfigDict(coerce_numbers_to_str=True)
    blanks: ClassVar[Mapping[str, object]] = {}

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, value: object) -> object:
        if not isinstance(value, dict):
            return value
        given = {k: v for k, v in cast(dict[str, object], value).items() if v is not None}
        return {**cls.blanks, **given}


class NamedThing(_Filled):
    """A name in the memory and what it names."""

    blanks: ClassVar[Mapping[str, object]] = {"type": "OTHER"}

    name: str
    type: Annotated[Types, BeforeValidator(_type)]


class StatedCause(_Filled):
    """What this memory does to another one of the list."""

    blanks: ClassVar[Mapping[str, object]] = {"relation": "none", "fact": 0}

    fact: int
    relation: Annotated[Relations, BeforeValidator(_relation)]


class NarrativeFact(_Filled):
    """One memory."""

    blanks: ClassVar[Mapping[str, object]] = {
        "turns": (),
        "network": "world",
        "speaker": "",
        "when": "",
        "start": "",
        "end": "",
        "entities": (),
        "causes": (),
        "confidence": None,
    }

    turns: Annotated[list[int], BeforeValidator(_numbers)]
    text: Annotated[str, AfterValidator(_worded)]
    network: Annotated[Networks, BeforeValidator(_network)]
    speaker: str
    when: str
    start: str
    end: str
    entities: list[Annotated[NamedThing, BeforeValidator(_entity)]]
    causes: list[StatedCause]
    confidence: Annotated[float | None, BeforeValidator(_confidence)]


class Narrative(_Filled):
    """The memories of the turns, or why there are none."""

    blanks: ClassVar[Mapping[str, object]] = {"facts": (), "nothing_because": ""}

    facts: list[NarrativeFact]
    nothing_because: str

    @model_validator(mode="after")
    def _says_why_it_is_empty(self) -> "Narrative":
        if not self.facts and not self.nothing_because.strip():
            raise ValueError(
                "facts is empty, and nothing_because does not say why nothing is worth remembering"
            )
        return self
