"""Values against JSON schemas."""

import pytest

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.schemas import misfits, refuse_unusable
from tests.tables import table

PERSON: dict[str, object] = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "age": {"type": ["integer", "null"], "minimum": 0, "maximum": 150},
        "mood": {"enum": ["glad", "sad"]},
        "pets": {"type": "array", "items": {"type": "object", "required": ["kind"]}},
        "born": {"$ref": "#/$defs/year"},
        "home": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["name"],
    "additionalProperties": False,
    "$defs": {"year": {"pattern": r"^\d{4}$"}},
}


@table(
    "value",
    [
        {"name": "Ann"},
        {"name": "Ann", "age": None, "mood": "sad", "home": None},
        {"name": "Ann", "age": 7, "pets": [{"kind": "dog"}], "home": "Oslo"},
    ],
)
def test_what_fits_has_no_misfits(value: object) -> None:
    assert misfits(value, PERSON) == []


@table(
    "value, fault",
    [
        ([], "answer: [] is not of type 'object'"),
        ({}, "answer: 'name' is a required property"),
        ({"name": 7}, "answer.name: 7 is not of type 'string'"),
        ({"name": "Ann", "age": True}, "answer.age: True is not of type 'integer', 'null'"),
        ({"name": "Ann", "age": 151}, "answer.age: 151 is greater than the maximum of 150"),
        ({"name": "Ann", "mood": "odd"}, "answer.mood: 'odd' is not one of ['glad', 'sad']"),
        (
            {"name": "Ann", "pets": [{"kind": 1}, {}]},
            "answer.pets[1]: 'kind' is a required property",
        ),
        (
            {"name": "Ann", "home": 7},
            "answer.home: 7 is not valid under any of the given schemas",
        ),
        (
            {"name": "Ann", "more": 1},
            "answer: Additional properties are not allowed ('more' was unexpected)",
        ),
        ({"name": "Ann", "born": "May"}, "answer.born: 'May' does not match '^\\\\d{4}$'"),
    ],
)
def test_what_does_not_fit_is_said_with_its_place(value: object, fault: str) -> None:
    assert misfits(value, PERSON) == [fault]


def test_a_schema_that_says_nothing_takes_anything() -> None:
    assert misfits({"a": [1]}, {}) == []


def test_of_many_faults_and_long_values_a_few_words_are_told() -> None:
    told = misfits(["x" * 5000] * 9, {"items": {"type": "integer"}})

    assert len(told) == 5
    assert all(len(one) < 250 for one in told)


@table(
    "schema, reason",
    [
        ({"type": "objct"}, "schema.type: 'objct' is not valid"),
        ({"properties": 3}, "schema.properties: 3 is not of type 'object'"),
        ({"properties": {"a": {"pattern": "("}}}, "schema.properties.a.pattern: '('"),
        ({"$schema": 5}, "5 is not of type 'string'"),
        ({"$ref": "#/$defs/nowhere"}, "refers to what it does not hold"),
        ({"$ref": "http://127.0.0.1:9/schema.json"}, "refers to what it does not hold"),
        ({"$ref": "#"}, "refers to itself without end"),
    ],
)
def test_what_is_no_schema_is_refused_with_the_reason(
    schema: dict[str, object], reason: str
) -> None:
    with pytest.raises(InvalidRequest) as refused:
        refuse_unusable(schema)

    assert reason in str(refused.value)


@table(
    "schema",
    [
        PERSON,
        {},
        {"properties": {"inner": {"$ref": "#"}}},
        {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "integer"}]},
        {"$schema": "https://example.org/a-dialect-of-our-own"},
    ],
)
def test_schemas_are_taken_as_the_standard_writes_them(schema: dict[str, object]) -> None:
    refuse_unusable(schema)
