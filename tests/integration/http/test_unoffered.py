"""A field that a caller may send is read, or refused, or said to have no effect: none is swallowed."""

import ast
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

import tacitus
from tacitus import wire
from tacitus.http.unoffered import UNOFFERED, refuse_unoffered
from tacitus.wire import (
    BankChangeRequest,
    Body,
    ChunkInclude,
    DispositionRequest,
    EntityInclude,
    EntityInput,
    IncludeOptions,
    MemoryItem,
    RecallRequest,
    ReflectInclude,
    ReflectRequest,
    Request,
    TemporalWindow,
    ToolCallsInclude,
    Traits,
)
from tests.tables import table

SOURCE = Path(tacitus.__file__ or "").parent
READERS = [
    *(SOURCE / "http").rglob("*.py"),
    SOURCE / "views/reflections.py",
    SOURCE / "domain/bank_config.py",
    SOURCE / "domain/disuse.py",
    SOURCE / "domain/expiry.py",
]
PARTS: tuple[type[BaseModel], ...] = (
    ChunkInclude,
    EntityInclude,
    EntityInput,
    IncludeOptions,
    MemoryItem,
    ReflectInclude,
    TemporalWindow,
    ToolCallsInclude,
    Traits,
)
REQUESTS = [
    body
    for body in vars(wire).values()
    if isinstance(body, type) and issubclass(body, Request) and body is not Request
]
FIELDS = [(body, field) for body in (*REQUESTS, *PARTS) for field in body.model_fields]


def words_of(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.attr
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


USED = {word for module in READERS for word in words_of(module)}


@table("body, field", FIELDS)
def test_a_field_is_read_or_refused_or_said_to_have_no_effect(
    body: type[BaseModel], field: str
) -> None:
    documented = (body.__doc__ or "").partition(field)[2]

    assert field in USED or "no effect" in documented


@table(
    "body, field",
    [(body, field) for body, fields in UNOFFERED.items() for field in fields],
)
def test_what_is_listed_is_a_field_that_asks_for_nothing_unless_it_is_sent(
    body: type[Body], field: str
) -> None:
    default = body.model_fields[field].get_default(call_default_factory=True, validated_data={})

    assert default is None or default in UNOFFERED[body][field].harmless


@table(
    "body",
    [
        MemoryItem(content="Ana rows."),
        RecallRequest(query="Ana?"),
        ReflectRequest(query="Ana?"),
        BankChangeRequest(),
        IncludeOptions(),
        DispositionRequest(disposition=Traits(skepticism=3, literalism=3, empathy=3)),
    ],
)
def test_a_plain_body_is_let_through(body: Body) -> None:
    refuse_unoffered(body)
