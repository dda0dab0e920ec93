"""Step 5 of reflect: the checked answer once more, in the shape that a caller asked for."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import GetJsonSchemaHandler, RootModel, model_validator
from pydantic_core import CoreSchema

from tacitus.domain.reflection import Sentence, Support
from tacitus.ports.models import Answer, LanguageModel
from tacitus.reflect.prompts import prompt


async def structure(
    question: str,
    sentences: Sequence[Sentence],
    schema: Mapping[str, object],
    model: LanguageModel,
    calls: int,
) -> Answer[RootModel[dict[str, Any]]]:
    """Put the supported sentences, and nothing else, into an object that fits a JSON schema.

    Args:
        calls: Most calls of the model.

    Raises:
        ModelError: No answer fitted the schema.
    """
    said = "\n".join(one.text for one in sentences if one.support is Support.SUPPORTED)
    shown = f"Question: {question}\n\n<answer>\n{said}\n</answer>"
    shape = shape_of(schema)
    return await model.ask(system=prompt("structure"), prompt=shown, shape=shape, calls=calls)


def shape_of(schema: Mapping[str, object]) -> type[RootModel[dict[str, Any]]]:
    """Return a shape that shows a model the schema, and takes only what fits it."""
    from tacitus.domain.schemas import misfits  # noqa: PLC0415 - few ask in a schema

    class Shaped(RootModel[dict[str, Any]]):
        @model_validator(mode="after")
        def _fits(self) -> "Shaped":
            if wrong := misfits(self.root, schema):
                raise ValueError("; ".join(wrong))
            return self

        @classmethod
        def __get_pydantic_json_schema__(
            cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
        ) -> dict[str, Any]:
            return dict(schema)

    return Shaped
