"""The bank's background: new information wins a conflict, the rest is appended, short."""

from pydantic import BaseModel, Field

from tacitus.ports.models import LanguageModel
from tacitus.reflect.prompts import prompt

LONGEST = 1500
"""Characters of a biography: about 250 words, somewhat more than is asked for."""


class Background(BaseModel):
    """The shape a model merges in."""

    background: str = Field(min_length=1, max_length=LONGEST)


async def merge_background(background: str, statement: str, model: LanguageModel) -> str:
    """Return the biography with the statement merged in.

    Raises:
        ModelError: The model gave no usable answer.
    """
    if not background.strip():
        return statement.strip()
    shown = f"<biography>\n{background}\n</biography>\n\n<statement>\n{statement}\n</statement>"
    said = await model.ask(system=prompt("background"), prompt=shown, shape=Background)
    return said.value.background.strip()
