"""The layouts of LoCoMo, LongMemEval, REALTALK and BEAM."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from tacitus.domain.documents import RetainItem, Role, Turn
from tacitus.domain.errors import InvalidRequest
from tacitus.formats import Conversation, read_conversations
from tests.tables import table

LOCOMO: dict[str, object] = {
    "sample_id": "conv-1",
    "qa": [],
    "conversation": {
        "speaker_a": "Ann",
        "speaker_b": "Ben",
        "session_10_date_time": "1:56 pm on 8 May, 2023",
        "session_10": [{"speaker": "Ann", "dia_id": "D10:1", "text": "Later."}],
        "session_2_date_time": "12:05 am on 1 January, 2023",
        "session_2": [
            {"speaker": "Ben", "dia_id": "D2:1", "text": "Look!", "blip_caption": "a red kite"},
            {"speaker": "Ann", "dia_id": "D2:2", "text": "", "blip_caption": "a dog"},
        ],
        "session_11_date_time": "1:56 pm on 9 May, 2023",
        "session_11": [],
    },
}
LONGMEMEVAL: dict[str, object] = {
    "question_id": "q1",
    "question": "Which?",
    "haystack_session_ids": ["s2", "s1"],
    "haystack_dates": ["2023/05/30 (Tue) 23:40", "2023/05/20 (Sat) 02:21"],
    "haystack_sessions": [
        [{"role": "user", "content": "Second.", "has_answer": True}],
        [{"role": "user", "content": "First."}, {"role": "assistant", "content": "Noted."}],
    ],
    "answer_session_ids": ["s2"],
}
REALTALK = {
    "name": {"speaker_1": "Emi", "speaker_2": "elise"},
    "session_1": [
        {
            "clean_text": "Hey!",
            "speaker": "Emi",
            "date_time": "29.12.2023, 22:42:04",
            "dia_id": "D1:1",
        },
        {
            "clean_text": "",
            "speaker": "elise",
            "date_time": "30.12.2023, 00:32:20",
            "dia_id": "D1:2",
            "blip_caption": "a cat",
        },
    ],
    "events_session_1": {},
}
BEAM = [
    {
        "batch_number": 1,
        "time_anchor": None,
        "turns": [
            [
                {
                    "role": "user",
                    "id": 0,
                    "time_anchor": "March-15-2024",
                    "content": "Plan it. ->-> 1,1",
                },
                {"role": "assistant", "id": 1, "content": "Here is a plan."},
            ],
            [{"role": "user", "id": 2, "content": "And then? ->-> 1,N/A"}],
        ],
    }
]


def read(value: object, name: str = "file.json", **options: timezone) -> list[Conversation]:
    return read_conversations(name, json.dumps(value), **options)


def turns(document: RetainItem) -> list[Turn]:
    return [turn for turn in document.content if isinstance(turn, Turn)]


def test_locomo_is_a_document_per_session_in_the_order_of_their_numbers() -> None:
    [conversation] = read([LOCOMO])

    assert conversation.name == "conv-1"
    assert [document.document for document in conversation.documents] == [
        "conv-1/session-2",
        "conv-1/session-10",
    ]


def test_locomo_dates_are_utc_unless_a_zone_is_given() -> None:
    [in_utc] = read([LOCOMO])
    [further_east] = read([LOCOMO], zone=timezone(timedelta(hours=2)))

    assert in_utc.documents[0].timestamp == datetime(2023, 1, 1, 0, 5, tzinfo=UTC)
    assert further_east.documents[1].timestamp == datetime(2023, 5, 8, 11, 56, tzinfo=UTC)


def test_a_session_may_be_dated_in_iso_with_its_zone() -> None:
    sessions = {"session_1_date_time": "2024-02-11T20:10:00+01:00", "session_1": [{"speaker": "A"}]}
    [conversation] = read([{"sample_id": "x", "conversation": sessions}])

    assert conversation.documents[0].timestamp == datetime(2024, 2, 11, 19, 10, tzinfo=UTC)


def test_locomo_turns_keep_their_label_and_what_a_photo_shows() -> None:
    [conversation] = read([LOCOMO])

    assert turns(conversation.documents[0]) == [
        Turn(text="Look! [shares a photo: a red kite]", speaker="Ben", label="D2:1"),
        Turn(text="[shares a photo: a dog]", speaker="Ann", label="D2:2"),
    ]


def test_longmemeval_is_a_haystack_per_question_in_the_order_of_time() -> None:
    [conversation] = read([LONGMEMEVAL])

    assert conversation.name == "q1"
    assert [document.document for document in conversation.documents] == ["s1", "s2"]
    assert conversation.documents[0].timestamp == datetime(2023, 5, 20, 2, 21, tzinfo=UTC)


def test_longmemeval_turns_have_roles_and_are_numbered_within_their_session() -> None:
    [conversation] = read([LONGMEMEVAL])

    assert turns(conversation.documents[0]) == [
        Turn(text="First.", speaker="User", role=Role.USER, label="s1:1"),
        Turn(text="Noted.", speaker="Assistant", role=Role.ASSISTANT, label="s1:2"),
    ]


def test_a_haystack_with_a_missing_date_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="q1: the haystack does not add up: 2 ids, 1 dates"):
        read([LONGMEMEVAL | {"haystack_dates": ["2023/05/30 (Tue) 23:40"]}])


def test_realtalk_is_named_after_its_file_and_every_message_has_its_time() -> None:
    [conversation] = read(REALTALK, "chats/Chat_1.json")

    assert conversation.name == "Chat_1"
    [document] = conversation.documents
    assert document.timestamp == datetime(2023, 12, 29, 22, 42, 4, tzinfo=UTC)
    assert turns(document)[1] == Turn(
        text="[shares a photo: a cat]",
        speaker="elise",
        at=datetime(2023, 12, 30, 0, 32, 20, tzinfo=UTC),
        label="D1:2",
    )


def test_beam_is_named_after_its_folder_and_dated_by_its_anchor() -> None:
    [conversation] = read(BEAM, "100K/3/chat.json")

    assert conversation.name == "beam-3"
    [document] = conversation.documents
    assert document.document == "beam-3/batch-1"
    assert document.timestamp == datetime(2024, 3, 15, tzinfo=UTC)


def test_beam_messages_lose_the_marks_of_their_generator() -> None:
    [conversation] = read(BEAM)

    assert [(turn.text, turn.role, turn.label) for turn in turns(conversation.documents[0])] == [
        ("Plan it.", Role.USER, "0"),
        ("Here is a plan.", Role.ASSISTANT, "1"),
        ("And then?", Role.USER, "2"),
    ]


@table(
    "value, reason",
    [
        (
            [LOCOMO | {"conversation": {"session_1": [{"text": "Hi."}]}}],
            "file.json: conv-1: session_1: turns.0.speaker: Field required",
        ),
        (
            [
                LOCOMO
                | {"conversation": {"session_1": [{"speaker": "A"}], "session_1_date_time": "soon"}}
            ],
            "file.json: conv-1: session_1: 'soon' is no time (2025-06-01T09:30+02:00)",
        ),
        (
            [LONGMEMEVAL | {"haystack_sessions": "none"}],
            "file.json: question 1: haystack_sessions: Input should be a valid list",
        ),
    ],
)
def test_a_layout_that_is_broken_is_refused_with_its_place(value: object, reason: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        read(value)

    assert str(caught.value) == reason
