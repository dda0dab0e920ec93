"""What all bodies share."""

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, Self, cast

from pydantic import BaseModel, ConfigDict, model_validator

Budget = Literal["low", "mid", "high"]
NetworkName = Literal["world", "experience", "opinion", "observation"]
TagsMatch = Literal["any", "all", "any_strict", "all_strict", "exact"]
Moment = datetime | str
"""A time as callers write it: ISO 8601; one without a zone is taken to be UTC."""


class Body(BaseModel):
    """A JSON object of the HTTP API; fields that we do not know are ignored."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)


class Request(Body):
    """A body that a caller sends.

    Refused where any text in it, at any depth, could not be stored: NUL, or half a character, which
    JSON can spell as an escape without its other half.
    """

    @model_validator(mode="before")
    @classmethod
    def _holds_readable_text(cls, data: object) -> object:
        for text in _texts(data):
            if "\0" in text:
                raise ValueError("a text holds a NUL character")
            if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
                raise ValueError("a text holds half a character (a lone surrogate)")
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


def _texts(value: object) -> Iterator[str]:
    """Yield every string in a JSON value, keys included, without recursion."""
    waiting: list[object] = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            members = cast(dict[object, object], one)
            waiting += (*members.keys(), *members.values())
        elif isinstance(one, list):
            waiting += cast(list[object], one)
