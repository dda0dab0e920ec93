"""How an answer leans, for one question alone."""

from pathlib import Path
from typing import Annotated, Any, Protocol, cast

import typer
from pydantic import TypeAdapter, ValidationError

from tacitus.domain.banks import Disposition

Trait = Annotated[
    int | None, typer.Option(min=1, max=5, help="For this answer; the bank's own otherwise.")
]
Bias = Annotated[
    float | None,
    typer.Option(min=0, max=1, help="0: facts first; 1: strongly opinionated."),
]
Schema = Annotated[
    Path | None,
    typer.Option(
        exists=True, dir_okay=False, help="JSON schema of an object to put the answer into as well."
    ),
]
Calls = Annotated[int, typer.Option(min=1, max=20, help="Most calls of the language model.")]


class Leaning(Protocol):
    """The options of a command that takes a disposition."""

    @property
    def skepticism(self) -> int | None: ...
    @property
    def literalism(self) -> int | None: ...
    @property
    def empathy(self) -> int | None: ...
    @property
    def bias(self) -> float | None: ...


def leaning(own: Disposition, said: Leaning) -> Disposition:
    """Return the bank's own disposition with what was said in its place."""
    return Disposition(
        skepticism=said.skepticism or own.skepticism,
        literalism=said.literalism or own.literalism,
        empathy=said.empathy or own.empathy,
        bias_strength=own.bias_strength if said.bias is None else said.bias,
    )


def schema_in(file: Path | None) -> dict[str, object] | None:
    """Read a JSON schema.

    Raises:
        BadParameter: The file holds no JSON object.
    """
    if file is None:
        return None
    try:
        read = TypeAdapter(dict[str, Any]).validate_json(file.read_bytes())
    except ValidationError:
        raise typer.BadParameter(f"{file} holds no JSON object") from None
    return cast(dict[str, object], read)
