"""How statements of incidents are written into the memory, and named in it."""

import re

from recallops.domain.telling import sentences

_NAME_IN_FRONT = re.compile(r"^([^\s:][^:\n]{0,59}):(?=\s)")
_FULL_STOP = re.compile(r"[.!?]*$")


def tag(name: str, value: str) -> str:
    """Return a tag that says a name and a value."""
    return f"{name}:{value}"


def plain(text: str) -> str:
    """Return a statement on one line: neither a speaker's name before it, nor code to leave out."""
    return _NAME_IN_FRONT.sub(r"\1 –", " ".join(text.replace("```", " ").split()))


def signature(incident_id: str) -> str:
    """Return how a statement names its incident."""
    return f" [{incident_id}]"


def signed(text: str, incident_id: str) -> str:
    """Name the incident in each sentence, before its full stop.

    Two incidents may say the same word by word. Without their names it would be one statement to
    the memory, and one of them would be missing from what it recalls.
    """
    name = signature(incident_id)
    return " ".join(_FULL_STOP.sub(rf"{name}\g<0>", one, count=1) for one in sentences(text))


def unsigned(text: str, incident_id: str) -> str:
    """Return a statement as the incident says it."""
    return f" {text}".replace(signature(incident_id), "").strip()
