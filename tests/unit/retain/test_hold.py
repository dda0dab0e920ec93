"""Held memories keep their places where a model reads several from the same words."""

from dataclasses import replace

from tacitus.domain.changes import Draft
from tacitus.domain.curation import Held
from tacitus.domain.documents import PlacedTurn, Turn
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Dating, Network
from tacitus.retain.hold import hold, keep_held
from tacitus.retain.stages import Plan, Prepared, Reading
from tests.builders import NOON, a_chunk, a_document, a_memory, a_source

BEFORE = "Ida: I work at Nordea and have a dog."
AFTER = f"Tom: Hello.\n{BEFORE}"
SPAN = (17, len(AFTER))


def held_by(*texts: str, shared: tuple[tuple[int, int], ...] = ()) -> Held:
    source = a_source(start=5, end=len(BEFORE), speaker="Ida")
    memory: MemoryId = a_memory().id
    return Held(memory=memory, texts=texts, sources=(source,), shared=shared)


def a_draft(text: str) -> Draft:
    return Draft(
        text=text,
        network=Network.WORLD,
        chunk=0,
        start=SPAN[0],
        end=SPAN[1],
        occurred=None,
        dating=Dating.MENTION,
        mentioned_at=NOON,
        speaker="Ida",
    )


def test_words_that_others_were_read_from_too_are_read_and_only_what_it_said_is_left_out() -> None:
    job = held_by("Ida works at Danske.", "Ida works at Nordea.", shared=((5, len(BEFORE)),))
    name = held_by("Ida has two dogs.", "Ida has a dog.", shared=((5, len(BEFORE)),))
    document = a_document(text=AFTER)
    turn = PlacedTurn(
        turn=Turn(text=AFTER[slice(*SPAN)], speaker="Ida"), start=SPAN[0], end=SPAN[1]
    )
    chunk = replace(a_chunk(AFTER), turns=(turn,))
    drafts = (a_draft("Ida works at Nordea."), a_draft("Ida has a dog."), a_draft("Ida is well."))
    plan = Plan(fresh=(chunk,), dropped=(0,))

    holding = hold(plan, document, BEFORE, [job, name])
    kept = keep_held(
        Prepared(reading=Reading(document=document, turns=(turn,), appended=False), drafts=drafts),
        plan,
        holding,
    )

    assert holding.shown == (chunk,)
    assert [one.text for one in kept.drafts] == ["Ida is well."]
    assert [(one.memory, one.source.start, one.source.end) for one in kept.held] == [
        (job.memory, *SPAN),
        (name.memory, *SPAN),
    ]


def test_words_of_a_held_memory_alone_are_blank_to_the_reader() -> None:
    job = held_by("Ida works at Danske.", "Ida works at Nordea.")
    turn = PlacedTurn(
        turn=Turn(text=AFTER[slice(*SPAN)], speaker="Ida"), start=SPAN[0], end=SPAN[1]
    )
    chunk = replace(a_chunk(AFTER), turns=(turn,))

    holding = hold(Plan(fresh=(chunk,), dropped=(0,)), a_document(text=AFTER), BEFORE, [job])

    assert [one.turn.text.strip() for one in holding.shown[0].turns] == [""]
    assert holding.shown[0].text == AFTER
