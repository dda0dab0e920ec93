"""Chats in JSON and JSONL: who spoke, in which role, when."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from tacitus.domain.documents import RetainItem, Role, Turn
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.messages import LIST_KEYS, SPEAKER_KEYS, TEXT_KEYS
from tacitus.domain.transcripts import read_transcript
from tacitus.formats import read_conversations
from tests.tables import table

NINE = "2025-03-01T09:00:00+01:00"


def the_document(value: object, **options: timezone) -> RetainItem:
    [conversation] = read_conversations("chat.json", json.dumps(value), **options)
    [document] = conversation.documents
    return document


def the_turn(**message: object) -> Turn:
    content = the_document([message]).content
    assert not isinstance(content, str)
    [turn] = content
    return turn


def refusal(text: str, name: str = "chat.json") -> str:
    with pytest.raises(InvalidRequest) as caught:
        read_conversations(name, text)
    return str(caught.value)


def test_a_message_has_a_role_content_and_a_time() -> None:
    turn = the_turn(role="user", content="I moved to Lisbon.", timestamp=NINE)

    assert (turn.speaker, turn.role, turn.text) == ("User", Role.USER, "I moved to Lisbon.")
    assert turn.at == datetime(2025, 3, 1, 8, tzinfo=UTC)


def test_a_speaker_is_called_by_name_whatever_the_role() -> None:
    turn = the_turn(role="assistant", name="Juno", content="Booked.")

    assert (turn.speaker, turn.role) == ("Juno", Role.ASSISTANT)


@table(
    "written, role",
    [("human", Role.USER), ("AI", Role.ASSISTANT), ("developer", Role.SYSTEM), ("Ann", Role.USER)],
)
def test_roles_go_by_many_names(written: str, role: Role) -> None:
    assert the_turn(role=written, content="Hello.").role is role


@table("key", ["content", "text", "message"])
@table("who", ["speaker", "author", "sender"])
def test_keys_go_by_many_names(key: str, who: str) -> None:
    turn = the_turn(**{who: "Ann", key: "Hello."})

    assert (turn.speaker, turn.text) == ("Ann", "Hello.")


def test_content_may_come_in_blocks() -> None:
    blocks = [{"type": "text", "text": "First."}, {"type": "image_url"}, "Second."]

    assert the_turn(role="user", content=blocks).text == "First.\nSecond."


def test_a_number_is_a_time_in_seconds_or_in_milliseconds() -> None:
    moment = datetime(2025, 3, 1, tzinfo=UTC)

    assert the_turn(role="user", content="Hi.", ts=moment.timestamp()).at == moment
    assert the_turn(role="user", content="Hi.", ts=moment.timestamp() * 1000).at == moment


def test_a_chat_may_carry_an_id_and_a_time() -> None:
    document = the_document(
        {"id": 7, "date": NINE, "messages": [{"role": "user", "content": "Hi."}]}
    )

    assert document.document == "7"
    assert document.timestamp == datetime.fromisoformat(NINE)


def test_a_chat_without_a_time_has_that_of_its_first_dated_message() -> None:
    document = the_document(
        [
            {"role": "user", "content": "Hi."},
            {"role": "user", "content": "Hello?", "time": NINE},
        ]
    )

    assert document.timestamp == datetime.fromisoformat(NINE)


def test_lines_of_messages_are_one_document() -> None:
    lines = '{"role": "user", "content": "Hi."}\n\n{"role": "assistant", "content": "Hello."}\n'
    [conversation] = read_conversations("chat.jsonl", lines)

    [document] = conversation.documents
    assert [turn.text for turn in document.content if isinstance(turn, Turn)] == ["Hi.", "Hello."]


def test_lines_of_chats_are_a_document_each() -> None:
    chat = {"messages": [{"role": "user", "content": "Hi."}]}
    [conversation] = read_conversations("chats.jsonl", f"{json.dumps(chat)}\n{json.dumps(chat)}")

    assert len(conversation.documents) == 2


def test_messages_without_words_are_left_out() -> None:
    document = the_document(
        [
            {"role": "assistant", "content": None},
            {"role": "user", "content": "Hi."},
        ]
    )

    assert len(document.content) == 1


def test_a_time_without_a_zone_is_refused() -> None:
    said = refusal('[{"role": "user", "content": "Hi.", "timestamp": "2025-03-01 10:00"}]')

    assert said == (
        "chat.json: message 1: the time '2025-03-01 10:00' has no zone: "
        "add one, such as 2025-03-01 10:00+00:00"
    )


def test_a_time_without_a_zone_takes_the_one_that_is_given() -> None:
    message = {"role": "user", "content": "Hi.", "timestamp": "2025-03-01T10:00"}
    zone = timezone(timedelta(hours=2))

    assert the_document([message], zone=zone).timestamp == datetime(2025, 3, 1, 8, tzinfo=UTC)


def test_a_date_alone_is_the_start_of_that_day() -> None:
    assert the_turn(role="user", content="Hi.", date="2025-03-01").at == datetime(
        2025, 3, 1, tzinfo=UTC
    )


def test_a_message_without_a_speaker_is_named_in_the_refusal() -> None:
    said = refusal('[{"role": "user", "content": "Hi."}, {"content": "Who said this?"}]')

    assert said == "chat.json: message 2: it has neither a role nor a speaker"


@table(
    "name, text, reason",
    [
        (
            "chat.json",
            '[{"role": "user",\n "content" "Hi."}]',
            "not JSON (Expecting ':' delimiter: line 2, column 12)",
        ),
        (
            "chat.jsonl",
            '{"role": "user", "content": "Hi."}\n{"role": user}',
            "not JSON (Expecting value: line 2, column 10)",
        ),
        ("chat.json", "[" * 100_000, "JSON nested too deeply"),
        ("chat.json", " \n", "it is empty"),
        ("chat.json", "[]", "JSON, but no conversation"),
        ("chat.json", '{"a": 1}', "JSON, but no conversation"),
        ("chat.json", '[{"role": "user", "content": ""}]', "no message holds any text"),
        ("chat.json", '[{"role": "user", "content": "\\ud800"}]', "a lone surrogate"),
        ("chat.json", '[{"role": "user", "content": "\\u0000"}]', "a NUL character"),
        (
            "chat.json",
            '[{"role": "user", "content": "Hi.", "ts": "soon"}]',
            "message 1: 'soon' is no time",
        ),
        ("chat.json", '[{"role": "user", "content": "Hi.", "ts": 1e300}]', "is no time"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(name: str, text: str, reason: str) -> None:
    said = refusal(text, name)

    assert said.startswith(f"{name}: ")
    assert reason in said
    assert "\n" not in said


def test_text_without_a_suffix_is_json_where_it_looks_like_it() -> None:
    assert "not JSON" in refusal('[{"role": "user", "content": "Hi."]', "standard input")


@table("text", ["[draft] Buy milk.", "{{name}} moved.", "[10:00] Ann: Hi."])
def test_text_that_only_begins_with_a_bracket_is_text(text: str) -> None:
    [conversation] = read_conversations("standard input", text)

    assert conversation.documents == (RetainItem(content=text),)


def test_any_other_file_is_one_document_of_its_text() -> None:
    [conversation] = read_conversations("notes.md", "# Notes\n\nRain.")

    assert conversation.name == ""
    assert conversation.documents == (RetainItem(content="# Notes\n\nRain."),)


MOMENTS = ("2025-03-01T09:00:00Z", 1740819600)


@table(
    "speaker, text",
    [
        (speaker, text)
        for speaker in SPEAKER_KEYS
        for text in TEXT_KEYS
        if text != "value" or speaker == "from"  # a name and its value is no message
    ],
)
@table("role", ["user", "human", "AI", "chatbot", "gpt", "tool", "Ann"])
def test_a_chat_is_read_alike_from_a_file_and_from_content(
    speaker: str, text: str, role: str
) -> None:
    messages: list[dict[str, object]] = [
        {speaker: role, text: "Hello.", "ts": MOMENTS[0], "uuid": "7"},
        {
            speaker: "Bob",
            "role": role,
            text: [{"text": "First."}, {}, "Second."],
            "time": MOMENTS[1],
        },
    ]

    assert the_document(messages).content == read_transcript(json.dumps(messages))


def test_lists_of_messages_go_by_the_same_names_everywhere() -> None:
    message = {"role": "user", "content": "Hi."}

    for key in LIST_KEYS:
        chat = {key: [message, message]}
        assert the_document(chat).content == read_transcript(json.dumps(chat))
