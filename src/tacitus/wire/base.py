"""What all bodies share."""

from datetime import datetime
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, model_validator

from tacitus.wire.texts import unstorable

Budget = Literal["low", "mid", "high"]
NetworkName = Literal["world", "experience", "opinion", "observation"]
TagsMatch = Literal["any", "all", "any_strict", "all_strict", "exact"]
Moment = datetime | str
"""A time as callers write it: ISO 8601 with a zone, or a date, which is its midnight in UTC."""


class Body(BaseModel):
    """A JSON object of the HTTP API; fields that we do not know are ignored."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)


class Request(Body):
    """A body that a caller sends; refused where any text in it, at any depth, could not be stored."""

    @model_validator(mode="before")
    @classmethod
    def _holds_readable_text(cls, data: object) -> object:
        for place, reason in unstorable(data):
            where = ".".join(str(step) for step in place)
            raise ValueError(f"{where or 'the body'}: {reason}")
        return data


class Page(Body):
    """One stretch of a longer list."""

    total: int
    limit: int
    offset: int


class Usage(Body):
    """What language models cost in one request, in tokens."""

    input_tokens: int = 0
    output_tokens: int = 0
    total_tokens: int = 0
    cached_tokens: int = 0
    thoughts_tokens: int = 0

    @classmethod
    def of(cls, read: int, written: int) -> Self:
        return cls(input_tokens=read, output_tokens=written, total_tokens=read + written)
