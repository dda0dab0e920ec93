"""Evidence as LoCoMo and REALTALK write it: `D<session>:<turn>`, not always well."""

import re
from collections.abc import Iterable, Mapping

_EVIDENCE = re.compile(r"D:?\s*(\d+)\s*:\s*(\d+)")


def labels_of(evidence: object) -> tuple[str, ...]:
    """Return the labels in a list of evidence, each once: "D8:6; D9:17" is two, "D:11:26" is one.

    What names no turn ("D") is left out.
    """
    values = _values(evidence)
    found = (match for value in values for match in _EVIDENCE.finditer(value))
    return tuple(dict.fromkeys(f"D{int(match[1])}:{int(match[2])}" for match in found))


def document_of(label: str, documents: Mapping[str, str]) -> str | None:
    """Return the document that a turn stands in; of a turn that was left out, where it stood.

    REALTALK has lost messages that its evidence names; the turn before shows where they were.

    Args:
        documents: Document of each turn by its label.
    """
    if label in documents:
        return documents[label]
    session, number = _parts(label)
    before = [
        (_parts(other)[1], document)
        for other, document in documents.items()
        if _EVIDENCE.fullmatch(other) and _parts(other)[0] == session and _parts(other)[1] < number
    ]
    return max(before)[1] if before else None


def _parts(label: str) -> tuple[int, int]:
    session, _, number = label[1:].partition(":")
    return int(session), int(number)


def _values(evidence: object) -> Iterable[str]:
    if isinstance(evidence, list):
        return [str(value) for value in evidence]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return [] if evidence is None else [str(evidence)]
