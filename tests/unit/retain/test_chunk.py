"""Step 2 of retain: chunks, and which of them have to be read."""

from dataclasses import replace

from tacitus.domain.documents import Chunk, RetainItem, Turn
from tacitus.retain.chunk import CHUNK_CHARACTERS, chunk, plan
from tacitus.retain.read import read
from tests.builders import ANYWHERE, NOON
from tests.cost import grows_with_the_text


def chunks_of(*texts: str, reader: str = "rules", speaker: str = "Ann") -> list[Chunk]:
    turns = tuple(Turn(text=text, speaker=speaker) for text in texts)
    reading = read(RetainItem(content=turns), ANYWHERE, None, NOON)
    return chunk(reading.document, reading.turns, first=0, reader=reader)


LONG = [f"{word} " * 300 for word in ("one", "two", "three", "four", "five", "six")]


def test_short_turns_are_read_together() -> None:
    [only] = chunks_of("Hello.", "How are you?")

    assert only.text == "Ann: Hello.\nAnn: How are you?"
    assert len(only.turns) == 2


def test_chunks_lie_side_by_side_and_are_the_document() -> None:
    turns = tuple(Turn(text=text, speaker="Ann") for text in LONG)
    reading = read(RetainItem(content=turns), ANYWHERE, None, NOON)

    made = chunk(reading.document, reading.turns, first=0, reader="rules")

    assert len(made) > 2
    assert "".join(one.text for one in made) == reading.document.text


FOX = "The quick brown fox jumps over the lazy dog. "


def chunks_of_prose(text: str) -> list[Chunk]:
    reading = read(RetainItem(content=text), ANYWHERE, None, NOON)
    return chunk(reading.document, reading.turns, first=0, reader="rules")


def test_long_prose_is_cut_into_chunks_that_are_the_document() -> None:
    text = FOX * 5_000

    made = chunks_of_prose(text)

    assert "".join(one.text for one in made) == text
    assert max(len(one.text) for one in made) <= CHUNK_CHARACTERS + 1


def test_the_cost_of_cutting_grows_with_the_text_and_no_faster() -> None:
    assert grows_with_the_text(chunks_of_prose, FOX, length=200_000)


def test_an_unchanged_document_is_not_read_again() -> None:
    before = chunks_of(*LONG)

    todo = plan(chunks_of(*LONG), before, appended=False)

    assert todo.fresh == todo.moved == todo.dropped == ()


def test_only_the_chunk_that_grew_is_read_again() -> None:
    before = chunks_of(*LONG)

    todo = plan(chunks_of(*LONG, "One more thing."), before, appended=False)

    assert [one.index for one in todo.fresh] == [before[-1].index]
    assert todo.dropped == (before[-1].index,)


def test_what_only_stands_elsewhere_is_moved() -> None:
    before = chunks_of(*LONG)

    todo = plan(chunks_of("x " * 1400, *LONG), before, appended=False)

    assert len(todo.fresh) == 1
    assert [(old, new.index) for old, new in todo.moved] == [
        (old.index, old.index + 1) for old in before
    ]
    assert todo.dropped == ()


def test_another_reader_reads_everything_again() -> None:
    todo = plan(chunks_of("Hello.", reader="model"), chunks_of("Hello."), appended=False)

    assert len(todo.fresh) == 1


def test_another_speaker_is_another_chunk() -> None:
    todo = plan(chunks_of("Hello.", speaker="Bob"), chunks_of("Hello."), appended=False)

    assert len(todo.fresh) == 1


def test_what_is_appended_leaves_what_is_there() -> None:
    before = chunks_of("Hello.")
    after = [replace(one, index=1) for one in chunks_of("Bye.")]

    todo = plan(after, before, appended=True)

    assert list(todo.fresh) == after
    assert todo.dropped == ()


def test_appending_the_same_again_changes_nothing() -> None:
    before = chunks_of("Hello.")

    assert plan(chunks_of("Hello."), before, appended=True).fresh == ()
