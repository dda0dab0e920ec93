"""Exports of other memory systems: which one it is, and reading it."""

from collections.abc import Callable

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.foreign import Foreign
from tacitus.formats.hindsight import is_hindsight, read_hindsight
from tacitus.formats.jsons import parse_json
from tacitus.formats.letta import is_letta, read_letta
from tacitus.formats.mem0 import is_mem0, read_mem0
from tacitus.formats.zep import is_zep, read_zep

_LAYOUTS: tuple[tuple[Callable[[object], bool], Callable[[str, object], Foreign]], ...] = (
    (is_letta, read_letta),
    (is_zep, read_zep),
    (is_mem0, read_mem0),
)


def read_foreign(source: str, content: bytes) -> Foreign:
    """Read an export of mem0, Zep or Graphiti, Letta or MemGPT, or Hindsight.

    Args:
        source: Its path, for messages.

    Raises:
        InvalidRequest: It is none, or broken.
    """
    if is_hindsight(content):
        return read_hindsight(source, content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InvalidRequest(f"{source}: not text in UTF-8 (at byte {fault.start:,})") from None
    value = parse_json(source, text)
    for knows, read in _LAYOUTS:
        if knows(value):
            found = read(source, value)
            if not found.items:
                raise InvalidRequest(f"{source}: of {found.system}, and it holds nothing to keep")
            return found
    raise InvalidRequest(
        f"{source}: no export that is known here: of `tacitus export`, mem0, Zep or Graphiti, Letta"
        " or MemGPT (.af), or a bank transfer of Hindsight (.zip)"
    )
