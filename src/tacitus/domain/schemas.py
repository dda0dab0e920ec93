"""Values against JSON schemas: the standard, as `jsonschema` reads it, and nothing fetched."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for
from referencing.exceptions import Unresolvable
from referencing.jsonschema import EMPTY_REGISTRY

from tacitus.domain.errors import InvalidRequest

_MOST = 5
_SHOWN = 200


def refuse_unusable(schema: Mapping[str, object]) -> None:
    """Check that a schema is one.

    Raises:
        InvalidRequest: It says what is wrong, and where; also where the schema refers to what it
            does not hold, or to itself without end.
    """
    try:
        _dialect(schema).check_schema(dict(schema))
    except SchemaError as error:
        raise InvalidRequest(f"This is no JSON schema: {_told(error, 'schema')}") from None
    except RecursionError:
        raise InvalidRequest("The JSON schema is nested too deeply") from None
    misfits({}, schema)


def misfits(value: Any, schema: Mapping[str, object]) -> list[str]:
    """Return where a value does not fit a schema, the first few; nothing where it does.

    Raises:
        InvalidRequest: The schema refers to what it does not hold, or to itself without end.
    """
    # A registry of our own: without one, `jsonschema` fetches whatever address `$ref` names.
    validator = _dialect(schema)(dict(schema), registry=EMPTY_REGISTRY)
    try:
        return [_told(error, "answer") for error in islice(validator.iter_errors(value), _MOST)]
    except Unresolvable as error:
        raise InvalidRequest(f"The JSON schema refers to what it does not hold: {error}") from None
    except RecursionError:
        raise InvalidRequest("The JSON schema refers to itself without end") from None


def _dialect(schema: Mapping[str, object]) -> type[Validator]:
    """Return the reader of the version of the standard that a schema names; else of the latest."""
    named = isinstance(schema.get("$schema"), str)
    return validator_for(dict(schema), Draft202012Validator) if named else Draft202012Validator


def _told(error: SchemaError | ValidationError, root: str) -> str:
    place, words = root + error.json_path.removeprefix("$"), error.message
    return f"{place}: {words if len(words) <= _SHOWN else f'{words[:_SHOWN]}...'}"
