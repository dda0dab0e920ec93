"""Suites by name, and the files of each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from tacitus.domain.errors import InvalidRequest
from tacitus.evaluation.cases import Case
from tacitus.evaluation.suites.beam import QUESTIONS, beam_cases
from tacitus.evaluation.suites.factconsolidation import factconsolidation_cases
from tacitus.evaluation.suites.locomo import locomo_cases
from tacitus.evaluation.suites.longmemeval import longmemeval_cases
from tacitus.evaluation.suites.realtalk import realtalk_cases
from tacitus.formats.jsons import parse_json

Reader = Callable[[str, object], list[Case]]

DIALOGUES = Path(__file__).parents[1] / "dialogues"
"""Conversations made for this project; the shipped coefficients are fitted on them."""


class Suite(StrEnum):
    """A benchmark."""

    LOCOMO = "locomo"
    DIALOGUES = "dialogues"
    REALTALK = "realtalk"
    BEAM = "beam"
    LONGMEMEVAL = "longmemeval"
    FACTCONSOLIDATION = "factconsolidation"


READERS: Mapping[Suite, Reader] = {
    Suite.LOCOMO: locomo_cases,
    Suite.DIALOGUES: locomo_cases,
    Suite.REALTALK: realtalk_cases,
    Suite.BEAM: beam_cases,
    Suite.LONGMEMEVAL: longmemeval_cases,
    Suite.FACTCONSOLIDATION: factconsolidation_cases,
}


def read_suite(suite: Suite, paths: Sequence[Path]) -> list[Case]:
    """Read files, and all the JSON files of folders, in order.

    Raises:
        InvalidRequest: There is none, one is not of the suite, or two conversations share a name.
        OSError: One cannot be opened.
    """
    files = [file for path in paths for file in _files(path)]
    cases = [
        case
        for file in files
        for case in READERS[suite](str(file), parse_json(str(file), file.read_text("utf-8")))
    ]
    if not cases:
        raise InvalidRequest(f"{', '.join(map(str, paths))}: no JSON file of {suite} is there")
    names = [case.name for case in cases]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InvalidRequest(f"{twice}: there are two conversations of this name")
    return cases


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for file in sorted(path.rglob("*.json")):
        if file.name != QUESTIONS:
            yield file
