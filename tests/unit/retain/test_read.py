"""Step 1 of retain: reading what was handed in."""

import json
from datetime import datetime, timedelta, timezone

import pytest

from tacitus.domain.documents import RetainItem, Role, Turn, UpdateMode
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import DocumentId
from tacitus.retain.read import document_id, read
from tests.builders import ANYWHERE, NOON, a_document
from tests.tables import table

TALK = (Turn(text="Hello.", speaker="Ann"), Turn(text="Hi!", speaker="Bob"))


def test_turns_are_rendered_and_every_turn_knows_its_place() -> None:
    reading = read(RetainItem(content=TALK), ANYWHERE, None, NOON)

    text = reading.document.text
    assert text == "Ann: Hello.\nBob: Hi!"
    assert [text[turn.start : turn.end] for turn in reading.turns] == ["Hello.", "Hi!"]


def test_prose_is_one_turn_that_nobody_is_said_to_have_spoken() -> None:
    [turn] = read(RetainItem(content="It rained all day."), ANYWHERE, None, NOON).turns

    assert turn.turn.speaker == ""
    assert (turn.start, turn.end) == (0, 18)


def test_a_transcript_keeps_its_text_and_its_turns_point_into_it() -> None:
    text = "Ann: Hello there.\n\nBob:  How are you?\n\nAnn: Fine."

    reading = read(RetainItem(content=text), ANYWHERE, None, NOON)

    assert reading.document.text == text
    assert [t.turn.speaker for t in reading.turns] == ["Ann", "Bob", "Ann"]
    assert text[reading.turns[1].start : reading.turns[1].end] == "How are you?"


def test_a_turn_without_a_time_was_said_when_the_document_was() -> None:
    item = RetainItem(content=TALK, timestamp=NOON)

    assert read(item, ANYWHERE, None, NOON).turns[0].turn.at == NOON


def test_a_turn_without_a_time_was_said_when_the_one_before_was_and_not_after_the_next() -> None:
    hours = {mark: NOON + timedelta(hours=hour) for hour, mark in enumerate("abcd")}
    cases = {  # times of turns, of their document, and when each was said: "-" is not known
        ("a-b-", "-"): "aabb",
        ("a-b-", "d"): "aabb",
        ("--b-", "a"): "aabb",
        ("--b-", "d"): "bbbb",
        ("--b-", "-"): "bbbb",
        ("c-a-", "-"): "caaa",
        ("----", "c"): "cccc",
        ("----", "-"): "----",
        ("-", "-"): "-",
    }

    wrong: list[object] = []
    for (said, document), due in cases.items():
        turns = tuple(Turn(text=f"It is {mark}.", at=hours.get(mark)) for mark in said)
        chat = json.dumps(
            [{"role": "user", "content": turn.text, "timestamp": turn.at} for turn in turns],
            default=str,
        )
        for content in (turns, chat):
            item = RetainItem(content=content, timestamp=hours.get(document))
            read_turns = read(item, ANYWHERE, None, NOON).turns
            if [one.turn.at for one in read_turns] != [hours.get(mark) for mark in due]:
                wrong.append((said, document, content))
    assert wrong == []


def test_a_line_without_a_time_was_said_when_the_one_before_was() -> None:
    text = "[2023-02-02 10:00] Ida: I am here.\nTom: So am I!\n[2023-02-03 09:00] Ida: Are you?"

    turns = read(RetainItem(content=text), ANYWHERE, None, NOON).turns

    assert [one.turn.at and one.turn.at.day for one in turns] == [2, 2, 3]


def test_the_assistant_is_known_by_name() -> None:
    item = RetainItem(content=(Turn(text="I suggest tea.", speaker="Assistant"),))

    assert read(item, ANYWHERE, None, NOON).turns[0].turn.role is Role.ASSISTANT


def test_what_is_appended_comes_after_what_is_there() -> None:
    known = a_document(text="Ann: Hello.", revision=3)
    item = RetainItem(
        content=(Turn(text="Bye.", speaker="Ann"),), document=known.id, mode=UpdateMode.APPEND
    )

    reading = read(item, ANYWHERE, known, NOON)

    assert reading.document.text == "Ann: Hello.\nAnn: Bye."
    assert reading.document.revision == 4
    [turn] = reading.turns
    assert reading.document.text[turn.start : turn.end] == "Bye."


def test_the_same_content_has_the_same_id_and_other_content_another() -> None:
    same = document_id(RetainItem(content=TALK))

    assert document_id(RetainItem(content=TALK)) == same
    assert document_id(RetainItem(content=TALK[:1])) != same
    assert document_id(RetainItem(content=TALK, timestamp=NOON)) != same


@table(
    "content, why",
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ((), "empty"),
        ("a\0b", "NUL"),
        ("half \ud83d of it", "lone surrogate"),
        ("\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f", "binary"),
        ("\ufffd" * 200, "binary"),
        ("x" * 20_000_001, "split it"),
    ],
)
def test_what_is_not_text_is_refused_with_the_reason(content: str, why: str) -> None:
    with pytest.raises(InvalidRequest, match=why):
        read(RetainItem(content=content), ANYWHERE, None, NOON)


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="zone"):
        read(
            RetainItem(content="x y", timestamp=datetime(2024, 1, 1)),
            ANYWHERE,
            None,
            NOON,
        )


@table("year", [1, 9999])
def test_a_time_at_the_edge_of_the_calendar_is_refused(year: int) -> None:
    edge = datetime(year, 1, 1, tzinfo=timezone(timedelta(hours=14)))

    with pytest.raises(InvalidRequest, match="years 2 and 9998"):
        read(RetainItem(content="x y", timestamp=edge), ANYWHERE, None, NOON)
    with pytest.raises(InvalidRequest, match="years 2 and 9998"):
        read(RetainItem(content=(Turn(text="x y", at=edge),)), ANYWHERE, None, NOON)


@table("id", ["", "  ", "x" * 513, "a\0b", "\ud800"])
def test_a_document_id_that_cannot_be_kept_is_refused(id: str) -> None:
    with pytest.raises(InvalidRequest):
        document_id(RetainItem(content="text", document=DocumentId(id)))


@table(
    "text, role",
    [
        ("You are a helpful assistant. Be brief.", Role.SYSTEM),
        ("## System prompt\nYou are an expert travel agent.", Role.SYSTEM),
        ("You are welcome to stay.", Role.USER),
        ("You are late, said the agent.", Role.USER),
    ],
)
def test_a_system_prompt_is_known_by_how_it_begins(text: str, role: Role) -> None:
    [placed] = read(RetainItem(content=text), ANYWHERE, None, NOON).turns

    assert placed.turn.role is role
