"""What a memory names that people wrote by hand, read by rule."""

from collections.abc import Sequence

from tacitus.domain.changes import Draft
from tacitus.domain.documents import Document
from tacitus.domain.memories import Memory
from tacitus.retain.extract.by_rule import surfaces_in


def written(memory: Memory, documents: Sequence[Document]) -> Draft:
    """Return a memory as if it had been read as it now stands.

    Its speaker stays. A name that it had before stays where it is still written, whoever read it.

    Args:
        memory: With the entities that it had before it was edited.
        documents: Those it was read in.
    """
    speaker = memory.speaker or ""
    turns = [turn for one in documents for turn in one.turns or ()]
    surfaces = surfaces_in(
        memory.text.removeprefix(f"{speaker}: ") if speaker else memory.text,
        given=[surface for one in documents for surface in one.entities],
        speakers=tuple(dict.fromkeys(turn.speaker for turn in turns if turn.speaker)),
        speaker=speaker,
        known=memory.entities,
    )
    return Draft(
        text=memory.text,
        network=memory.network,
        chunk=0,
        start=0,
        end=len(memory.text),
        occurred=memory.occurred,
        dating=memory.dating,
        mentioned_at=memory.mentioned_at,
        speaker=memory.speaker,
        surfaces=surfaces,
    )
