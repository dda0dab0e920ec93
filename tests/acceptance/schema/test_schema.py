"""Whatever our own OpenAPI description allows is answered as it says: no fault, no other shape."""

import os
from collections.abc import Generator, Iterator, Mapping
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks

from tacitus.bootstrap import in_memory_runtime
from tacitus.http.app import create_app
from tests.acceptance.server import serve

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "2"))
"""Requests of each kind for each operation."""
conforming: Any = checks  # whose types are partly unknown
CHECKS = [
    conforming.status_code_conformance,
    conforming.content_type_conformance,
    conforming.response_headers_conformance,
    conforming.response_schema_conformance,
]
NOT_OFFERED = 501
STEADY = settings(
    max_examples=EXAMPLES,
    derandomize="SCHEMA_EXAMPLES" not in os.environ,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
BANK = "notes"
TEXT = "Ann: I work at Meta in Zurich.\nBen: Robert Smith has the spare key, and I trust him."
LONGEST = 10
"""Seconds for one answer."""

Names = Mapping[str, str]
"""By parameter of a path: something that is there."""


@pytest.fixture(scope="module")
def address() -> Generator[str]:
    with serve(create_app(in_memory_runtime())) as address:
        yield address


def fill(address: str) -> Names:
    """Put something into the bank that each parameter of a path can name."""
    with httpx.Client(base_url=f"{address}/v1/default/banks/{BANK}") as bank:

        def first(path: str, field: str = "items") -> str:
            return str(bank.get(path).raise_for_status().json()[field][0]["id"])

        item = {"content": TEXT, "document_id": "diary", "tags": ["a"]}
        bank.post("/memories", json={"items": [item]}).raise_for_status()
        rule = {"name": "Tone", "content": "Be brief."}
        bank.post("/directives", json=rule).raise_for_status()
        question = {"name": "Work", "source_query": "Where does Ann work?"}
        bank.post("/mental-models", json=question).raise_for_status()
        bank.post("/webhooks", json={"url": "http://203.0.113.1/"}).raise_for_status()
        chunks = bank.get("/documents/diary/chunks").raise_for_status().json()["items"]
        return {
            "bank_id": BANK,
            "document_id": "diary",
            "memory_id": first("/memories/list"),
            "entity_id": first("/entities"),
            "directive_id": first("/directives"),
            "model_id": first("/mental-models"),
            "webhook_id": first("/webhooks"),
            "operation_id": first("/operations", "operations"),
            "chunk_id": str(chunks[0]["chunk_id"]),
        }


def kinds(operation: Any, known: Names) -> Iterator[tuple[GenerationMode, Names | None]]:
    """Give what to ask: what is there, what need not be there, and what is wrong where anything can be."""
    yield (
        GenerationMode.POSITIVE,
        {one.name: known[one.name] for one in operation.path_parameters if one.name in known},
    )
    yield GenerationMode.POSITIVE, None
    if [*operation.query, *operation.body]:
        yield GenerationMode.NEGATIVE, None


def troubles(operation: Any, known: Names) -> list[str]:
    """Send requests for one operation; return what is wrong."""

    def ask(case: Any) -> None:
        answer = case.call(timeout=LONGEST)
        if answer.status_code >= 500 and answer.status_code != NOT_OFFERED:
            told = f"{answer.text}\n{case.as_curl_command()}"
            raise Failure(operation=operation.label, title=str(answer.status_code), message=told)
        case.validate_response(answer, checks=CHECKS)

    found: list[str] = []
    for mode, names in kinds(operation, known):
        cases = operation.as_strategy(generation_mode=mode, path_parameters=names)
        try:
            STEADY(given(case=cases)(ask))()
        except (Failure, FailureGroup) as failure:
            found.append(f"{operation.label}: {failure}")
    return found


def last_what_deletes(operation: Any) -> tuple[bool, int]:
    """Order operations so that each finds what it names; the bank itself goes last."""
    return operation.method.upper() == "DELETE", -len(operation.path)


def test_every_operation_answers_as_its_description_says(address: str) -> None:
    schema: Any = schemathesis.openapi.from_url(f"{address}/openapi.json")
    known = fill(address)
    operations = sorted((one.ok() for one in schema.get_all_operations()), key=last_what_deletes)

    found = [trouble for one in operations for trouble in troubles(one, known)]

    assert len(operations) > 70
    assert not found, "\n".join(found)
