"""BEAM: long chats with an assistant; ten abilities, evidence by message id."""

from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel

from tacitus.domain.errors import InvalidRequest
from tacitus.evaluation.cases import Case, Question, case_of
from tacitus.formats.beam import is_beam, read_beam
from tacitus.formats.jsons import parse_json, shaped

QUESTIONS = "probing_questions.json"
_ABSTENTION = "abstention"


class _Probe(BaseModel):
    question: str
    answer: str = ""
    ideal_response: str = ""
    ideal_answer: str = ""
    ideal_summary: str = ""
    source_chat_ids: Any = None


class _Probes(BaseModel):
    abilities: dict[str, list[_Probe]]


def beam_cases(source: str, value: object) -> list[Case]:
    """Read a chat; its questions lie in `probing_questions.json` beside it.

    Raises:
        InvalidRequest: It is no such file, or its questions are not there.
    """
    if not is_beam(value):
        raise InvalidRequest(f"{source}: no chat of BEAM: expected batches of turns")
    beside = Path(source).parent / QUESTIONS
    if not beside.is_file():
        raise InvalidRequest(f"{source}: its questions are not beside it: {QUESTIONS}")
    [conversation] = read_beam(source, value)
    probes = parse_json(str(beside), beside.read_text("utf-8"))
    abilities = shaped(str(beside), {"abilities": probes}, _Probes).abilities
    questions = [
        _question(f"{conversation.name}/{ability}/{number}", ability, probe)
        for ability, asked in abilities.items()
        for number, probe in enumerate(asked, 1)
    ]
    return [case_of(conversation, questions)]


def _question(id: str, ability: str, probe: _Probe) -> Question:
    answers = (probe.answer, probe.ideal_response, probe.ideal_answer, probe.ideal_summary)
    return Question(
        id=id,
        text=probe.question,
        gold=tuple(_ids(probe.source_chat_ids)),
        answer=next((answer for answer in answers if answer), ""),
        category=ability,
        unanswerable=ability == _ABSTENTION,
    )


def _ids(value: object) -> list[str]:
    """Return the message ids in a list, or in the lists of a mapping, in order."""
    if isinstance(value, dict):
        lists = list(cast(dict[str, object], value).values())
        return [id for one in lists for id in _ids(one)]
    if isinstance(value, list):
        return [id for one in cast(list[object], value) for id in _ids(one)]
    return [] if value is None else [str(value)]
