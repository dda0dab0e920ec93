"""What the ranking looks at."""

from collections.abc import Sequence
from datetime import timedelta
from math import log

import pytest

from tacitus.domain.appraisals import side_by_side
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import Memory, Network, Source
from tacitus.domain.recollection import Appraisal, Filters, Neighbour, Query
from tacitus.recall.features import FEATURES, LONG, describe
from tacitus.recall.found import Found
from tests.builders import NOON, a_bank, a_memory

CHAT = DocumentId("chat")


def said(
    speaker: str | None, text: str, *, start: int = 0, minute: int = 0, tokens: int = 2
) -> Memory:
    """A memory read in the chat at a place; what an assistant says is an experience."""
    at = NOON + timedelta(minutes=minute)
    source = Source(
        document=CHAT, chunk=0, start=start, end=start + 1, speaker=speaker, mentioned_at=at
    )
    network = Network.EXPERIENCE if speaker == "Assistant" else Network.WORLD
    return a_memory(
        text, speaker=speaker, network=network, mentioned_at=at, sources=(source,), tokens=tokens
    )


def asked(question: str, memories: Sequence[Memory]) -> Found:
    """The question, and memories that stand in the chat in this order, all equally close to it."""
    query = Query(
        text=question,
        bank=a_bank(),
        terms=(),
        time=None,
        names=(),
        asked_at=NOON,
        filters=Filters(),
    )
    after = [Neighbour(memory=one.id, cosine=0.1, coverage=0.0) for one in memories[1:]]
    appraisals = {
        memory.id: Appraisal(cosine=0.1, coverage=0.0, context=0.1, document=CHAT, after=next_)
        for memory, next_ in zip(memories, [*after, None], strict=True)
    }
    return Found(
        query=query,
        rankings={},
        said=side_by_side(appraisals, {memory.id: memory for memory in memories}),
    )


def values(feature: str, question: str, *memories: Memory) -> list[float]:
    table = describe(asked(question, memories))
    return table[:, list(FEATURES).index(feature)].tolist()


def test_a_question_is_of_the_speaker_it_names_or_of_who_talks_to_an_assistant() -> None:
    ruth, assistant = said("Ruth", "I moved."), said("Assistant", "Try a lamp.")
    dan = said("Dan", "I stayed.")
    cases = [
        ("Where does Ruth live?", (ruth, assistant), [1, 0]),
        ("What did the assistant say to me?", (ruth, assistant), [0, 1]),
        ("Where do I live?", (ruth, assistant), [1, 0]),
        ("What did you recommend to me?", (ruth, assistant), [0, 1]),
        ("Which lamp was your suggestion?", (ruth, assistant), [0, 1]),
        ("Can you tell me where I live?", (ruth, assistant), [1, 0]),
        ("Wo wohne ich?", (ruth, assistant), [1, 0]),
        ("我住在哪里？", (ruth, assistant), [1, 0]),
        ("Which lamp is good?", (ruth, assistant), [0, 0]),
        ("Where do I live?", (ruth, dan), [0, 0]),  # nobody says who is asking
    ]

    wrong = [
        (question, found)
        for question, memories, expected in cases
        if (found := values("speaker_named", question, *memories)) != expected
    ]

    assert not wrong


def test_what_nobody_spoke_is_of_no_other_speaker() -> None:
    memories = (said("Ruth", "I moved."), said("Dan", "I stayed."), said(None, "The lease."))

    assert values("other_speaker_named", "Where does Ruth live?", *memories) == [0, 1, 0]


def test_pieces_of_a_long_turn_know_how_many_they_are() -> None:
    turn = [said("Assistant", f"Step {at}.", start=at) for at in range(3)]
    reply = said("Ruth", "Thanks!", start=3)
    later = said("Ruth", "Now?", start=4, minute=5)  # another turn of hers

    found = values("pieces", "Which steps?", *turn, reply, later)

    assert found == pytest.approx([log(3), log(3), log(3), 0, 0])


def test_where_what_was_said_is_said_again_the_turn_has_an_end() -> None:
    first, second = said("Ruth", "Hello.", start=0), said("Ruth", "How are you?", start=5)

    table = describe(asked("Who?", [second, first, second]))  # read as a circle

    assert table[:, list(FEATURES).index("pieces")].tolist() == pytest.approx([log(2), log(2)])


def test_more_than_a_long_text_is_no_better() -> None:
    memories = [said("Ruth", "So.", tokens=tokens) for tokens in (20, LONG, 10 * LONG)]

    assert values("length", "What?", *memories) == pytest.approx([log(20), log(40), log(40)])
