"""A language model that follows a script: what it answers depends on what it is shown, and on nothing else."""

import re
from typing import TypeVar

from pydantic import BaseModel

from tacitus.domain.opinions import Relation
from tacitus.domain.reflection import Usage
from tacitus.ports.models import Answer
from tacitus.reflect.claims import OpinionReply, Reply, SentenceReply
from tacitus.reflect.reinforce import Assessment, Effect

Shape = TypeVar("Shape", bound=BaseModel)

_EFFECTS = {
    "praises": Relation.REINFORCE,
    "doubts": Relation.WEAKEN,
    "refutes": Relation.CONTRADICT,
}
"""What a statement that holds the word does to every opinion about the same thing."""
_NUMBERED = re.compile(r"^\[(\d+)\] \([^)]*\) (.*)$", re.MULTILINE)
_BIASES = {"first and foremost": 0.0, "slightly": 0.25, "moderately": 0.5, "clearly": 0.75}
_INCLINED = {"trust what you are told": 0.2, "people and their feelings first": 0.2}
_DISINCLINED = {"doubt every report": 0.2, "leave feelings aside": 0.2}


class ScriptedAssessor:
    """Weighs statements by their verbs, and takes a stance by the words of the disposition."""

    name = "script"

    async def ask(
        self, *, system: str, prompt: str, shape: type[Shape], calls: int | None = None
    ) -> Answer[Shape]:
        """Answer at once; nothing is counted.

        Raises:
            ValueError: The script has no answer of this shape.
        """
        if shape is Assessment:
            value: BaseModel = _weighed(prompt)
        elif shape is Reply:
            value = _judged(system, prompt)
        else:
            raise ValueError(f"The script has no {shape.__name__}")
        return Answer(shape.model_validate(value.model_dump()), Usage(calls=1))


def _weighed(prompt: str) -> Assessment:
    observation, _, opinions = prompt.partition("</observation>")
    said = next((e for verb, e in _EFFECTS.items() if verb in observation), Relation.NEUTRAL)
    words = _words(observation)
    effects = [
        Effect(
            opinion=int(number),
            relation=said if _words(text) & words else Relation.NEUTRAL,
        )
        for number, text in _NUMBERED.findall(opinions)
    ]
    return Assessment(effects=effects)


def _words(text: str) -> set[str]:
    return {*re.findall(r"\w{4,}", text.casefold())} - {"suits"}


def _judged(system: str, prompt: str) -> Reply:
    """Cite everything that is given, and lean as far as the words say."""
    given = [(int(number), text) for number, text in _NUMBERED.findall(prompt)]
    everything = [number for number, _ in given]
    confidence = 0.5 + leaning(system)
    subject = given[0][1].split()[0] if given else "It"
    opinion = OpinionReply(text=f"{subject} suits us.", confidence=confidence, citations=everything)
    sentences = [SentenceReply(text=text, citations=[number]) for number, text in given]
    return Reply(sentences=sentences, opinions=[opinion])


def leaning(system: str) -> float:
    """Return how far a disposition in words leans from an even stance, -0.4 to 0.4."""
    beta = next((bias for words, bias in _BIASES.items() if words in system), 1.0)
    towards = sum(size for words, size in _INCLINED.items() if words in system)
    away = sum(size for words, size in _DISINCLINED.items() if words in system)
    return beta * (towards - away)
