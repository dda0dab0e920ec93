"""`--json` prints the bodies of the HTTP API: one name for one thing, whichever way it is asked."""

import json
from collections.abc import Sequence
from typing import Any, cast

import pytest
from pydantic import BaseModel

from tacitus.wire import (
    BankListItem,
    BankProfile,
    BankStats,
    EntityDetail,
    EntityListItem,
    RecallResponse,
    RecallResult,
    ReflectFact,
    ReflectResponse,
    RetainedDocument,
)
from tests.tables import table
from tests.unit.cli.command_line import CommandLine

QUESTION = "Where does Ana Holm live?"


@pytest.fixture
def filled(tacitus: CommandLine) -> CommandLine:
    tacitus("retain", "notes", "-", "--document", "d", stdin=b"Ana Holm lives in Oslo.")
    return tacitus


def names_of(*bodies: type[BaseModel]) -> set[str]:
    return {name for body in bodies for name in body.model_fields}


@table(
    "words, bodies",
    [
        (("recall", "notes", QUESTION), [RecallResponse]),
        (("recall", "notes", QUESTION, "--explain"), [RecallResponse]),
        (("reflect", "notes", QUESTION), [ReflectResponse]),
        (("bank", "list"), [BankListItem]),
        (("bank", "show", "notes"), [BankProfile, BankStats]),
        (("entity", "list", "notes"), [EntityListItem]),
        (("entity", "show", "notes", "Ana Holm"), [EntityDetail]),
        (("retain", "notes", "README.md"), [RetainedDocument]),
    ],
)
def test_json_has_the_names_of_the_http_api(
    words: Sequence[str], bodies: Sequence[type[BaseModel]], filled: CommandLine
) -> None:
    printed: Any = json.loads(filled(*words, "--json").out)

    one: Any = cast(list[Any], printed)[0] if isinstance(printed, list) else printed
    assert set(one) == names_of(*bodies)


def test_so_do_the_memories_in_it(filled: CommandLine) -> None:
    found = json.loads(filled("recall", "notes", QUESTION, "--json").out)
    answer = json.loads(filled("reflect", "notes", QUESTION, "--json").out)

    assert set(found["results"][0]) == names_of(RecallResult)
    assert set(answer["based_on"]["memories"][0]) == names_of(ReflectFact)
