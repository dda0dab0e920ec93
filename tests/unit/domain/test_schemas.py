"""Values against JSON schemas."""

from tacitus.domain.schemas import misfits
from tests.tables import table

PERSON: dict[str, object] = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "age": {"type": ["integer", "null"], "minimum": 0, "maximum": 150},
        "mood": {"enum": ["glad", "sad"]},
        "pets": {"type": "array", "items": {"type": "object", "required": ["kind"]}},
        "home": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["name"],
    "additionalProperties": False,
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
        ([], "answer is not of type object"),
        ({}, "answer.name is missing"),
        ({"name": 7}, "answer.name is not of type string"),
        ({"name": "Ann", "age": True}, "answer.age is not of type integer or null"),
        ({"name": "Ann", "age": 151}, "answer.age passes the maximum of 150"),
        ({"name": "Ann", "mood": "odd"}, "answer.mood is none of ['glad', 'sad']"),
        ({"name": "Ann", "pets": [{"kind": 1}, {}]}, "answer.pets[1].kind is missing"),
        ({"name": "Ann", "home": 7}, "answer.home fits none of the ways it may look"),
        ({"name": "Ann", "more": 1}, "answer.more was not asked for"),
    ],
)
def test_what_does_not_fit_is_said_with_its_place(value: object, fault: str) -> None:
    assert misfits(value, PERSON) == [fault]


def test_a_schema_that_says_nothing_takes_anything() -> None:
    assert misfits({"a": [1]}, {}) == []
