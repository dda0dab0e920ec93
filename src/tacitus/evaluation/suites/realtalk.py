"""REALTALK: real chats of two people, with questions as LoCoMo has them."""

from pydantic import BaseModel

from tacitus.domain.errors import InvalidRequest
from tacitus.evaluation.cases import Case
from tacitus.evaluation.suites.locomo import LocomoQuestion, locomo_case
from tacitus.formats.jsons import shaped
from tacitus.formats.realtalk import is_realtalk, read_realtalk


class _Chat(BaseModel):
    qa: list[LocomoQuestion] = []


def realtalk_cases(source: str, value: object) -> list[Case]:
    """Read the chat of a file.

    Raises:
        InvalidRequest: It is no such file.
    """
    if not is_realtalk(value):
        raise InvalidRequest(f"{source}: no chat of REALTALK: expected names and sessions")
    [conversation] = read_realtalk(source, value)
    asked = shaped(source, value, _Chat).qa
    return [locomo_case(conversation, asked)]
