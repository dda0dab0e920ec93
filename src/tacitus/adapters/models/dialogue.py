"""What is said to a language model, and what it says back, whoever serves it."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Protocol, cast

from pydantic import BaseModel

from tacitus.adapters.models.repair import Fault, well_formed, without_thinking
from tacitus.domain.errors import TacitusError
from tacitus.domain.reflection import Usage

ECHO_LIMIT = 4000
"""Characters of a bad answer that are shown to the model again."""


@dataclass(frozen=True, slots=True)
class Request:
    """One call's worth of words: what the model is, what it is asked, and what went wrong so far.

    Attributes:
        bad_answer: The last answer, to be shown as the model's own; empty where there is none.
        complaint: Why that answer was not good enough; empty on the first call.
    """

    system: str
    prompt: str
    shape: type[BaseModel]
    bad_answer: str = ""
    complaint: str = ""

    def again(self, answer: str, fault: Fault) -> "Request":
        """The same request, told what was wrong with the answer."""
        template = _text("ask_shorter") if fault.cut else _text("ask_again")
        shown = "" if fault.cut else without_thinking(well_formed(answer)).strip()
        return Request(
            self.system,
            self.prompt,
            self.shape,
            bad_answer=shown[:ECHO_LIMIT],
            complaint=template.format(reason=fault.reason),
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        cut: The server says that it stopped at its limit.
    """

    text: str
    usage: Usage
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """Nothing usable came back.

    Attributes:
        again: Whether the next call, soon, may fare better.
    """

    error: TacitusError
    again: bool


class Endpoint(Protocol):
    """A model behind some provider's protocol."""

    async def complete(self, request: Request) -> Reply | Failure: ...

    async def close(self) -> None: ...


def first_request(system: str, prompt: str, shape: type[BaseModel]) -> Request:
    """Word a request: the schema goes into the system text, for servers that know no other way."""
    schema = json.dumps(_without_titles(shape.model_json_schema()), ensure_ascii=False)
    return Request(
        well_formed(f"{system.rstrip()}\n\n{_text('answer_format')}{schema}"),
        well_formed(prompt),
        shape,
    )


def _without_titles(schema: object) -> object:
    """Leave out what pydantic derives from the names of fields: tokens that say nothing."""
    if isinstance(schema, list):
        return [_without_titles(item) for item in cast(list[object], schema)]
    if not isinstance(schema, dict):
        return schema
    pairs = cast(dict[str, object], schema).items()
    return {
        key: _without_titles(value)
        for key, value in pairs
        if not (key == "title" and isinstance(value, str))
    }


@cache
def _text(name: str) -> str:
    return resources.files("tacitus.adapters.models").joinpath(f"{name}.md").read_text("utf-8")
