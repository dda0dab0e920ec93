"""A language model that gives the answers it was made with, in order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from tacitus.domain.errors import TacitusError, UnusableAnswer
from tacitus.domain.reflection import Usage
from tacitus.ports.models import Answer

Shape = TypeVar("Shape", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Question:
    """What the model was asked."""

    system: str
    prompt: str
    shape: type[BaseModel]
    calls: int | None = None


class ScriptedModel:
    """Answers with values or errors; the last one again for every further question.

    Attributes:
        questions: What was asked, in order.
    """

    def __init__(self, *answers: Mapping[str, object] | TacitusError) -> None:
        self.questions: list[Question] = []
        self._answers = answers

    @property
    def name(self) -> str:
        return "scripted"

    async def ask(
        self, *, system: str, prompt: str, shape: type[Shape], calls: int | None = None
    ) -> Answer[Shape]:
        """Read the next answer into the shape; each question counts ten tokens in, one out."""
        self.questions.append(Question(system, prompt, shape, calls))
        answer = self._answers[min(len(self.questions), len(self._answers)) - 1]
        if isinstance(answer, TacitusError):
            raise answer
        try:
            value = shape.model_validate(answer)
        except ValidationError as error:
            raise UnusableAnswer(str(error)) from error
        return Answer(value, Usage(input_tokens=10, output_tokens=1, calls=1))
