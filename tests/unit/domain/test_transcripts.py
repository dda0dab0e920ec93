"""Who said what, and when: conversations told from prose."""

import json
from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from tacitus.domain.documents import Role, Turn
from tacitus.domain.transcripts import read_transcript
from tests.tables import table


def turns_of(text: str) -> list[Turn]:
    return list(read_transcript(text) or ())


def heard(text: str) -> list[tuple[str, str]]:
    """Return (speaker, words) of each turn."""
    turns = read_transcript(text)
    assert turns is not None, text
    return [(turn.speaker, turn.text) for turn in turns]


# ------------------------------------------------------------------------------------ JSON chats


def test_a_json_chat_is_read_with_roles_and_times() -> None:
    chat = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hi!", "timestamp": "2024-05-06T12:00:00+02:00"},
        {"role": "assistant", "content": "Hello."},
    ]

    assert read_transcript(json.dumps(chat)) == (
        Turn(text="Be brief.", speaker="System", role=Role.SYSTEM),
        Turn(
            text="Hi!",
            speaker="User",
            role=Role.USER,
            at=datetime(2024, 5, 6, 12, tzinfo=timezone(timedelta(hours=2))),
        ),
        Turn(text="Hello.", speaker="Assistant", role=Role.ASSISTANT),
    )


@table("speaker", ["speaker", "name", "author", "sender", "from"])
@table("words", ["content", "text", "message"])
def test_the_fields_of_a_message_go_by_several_names(speaker: str, words: str) -> None:
    chat = json.dumps([{speaker: "Ana", words: "I moved."}, {speaker: "Ben", words: "Where to?"}])

    assert heard(chat) == [("Ana", "I moved."), ("Ben", "Where to?")]


def test_a_message_with_a_name_and_a_role_is_spoken_by_the_name_in_that_role() -> None:
    [turn] = turns_of('[{"role": "assistant", "name": "Kit", "content": "Done."}]')

    assert (turn.speaker, turn.role) == ("Kit", Role.ASSISTANT)


def test_each_line_may_be_a_message_of_its_own() -> None:
    lines = '{"role": "human", "content": "Tea?"}\n\n{"role": "ai", "content": "I have no cup."}\n'

    turns = turns_of(lines)

    assert [turn.role for turn in turns] == [Role.USER, Role.ASSISTANT]


@table("key", ["messages", "turns", "conversation", "conversations"])
def test_messages_may_lie_inside_an_object(key: str) -> None:
    assert heard(json.dumps({"id": 7, key: [{"from": "human", "value": "Hi"}]})) == [
        ("Human", "Hi")
    ]


def test_the_texts_of_content_blocks_are_joined_and_turns_without_words_left_out() -> None:
    chat: list[dict[str, object]] = [
        {"role": "user", "content": [{"type": "text", "text": "Look:"}, {"type": "image"}, "so?"]},
        {"role": "assistant", "content": None, "tool_calls": []},
    ]

    assert heard(json.dumps(chat)) == [("User", "Look:\nso?")]


def test_what_a_tool_returned_is_nobodys_statement() -> None:
    [turn] = turns_of('[{"role": "tool", "content": "42 rows"}]')

    assert turn.role is Role.SYSTEM


def test_the_callers_id_of_a_message_is_kept() -> None:
    [turn] = turns_of('[{"speaker": "Ana", "dia_id": "D1:3", "text": "Yes."}]')

    assert turn.label == "D1:3"


@table("time", [1714996800, 1714996800000, "2024-05-06T12:00:00Z"])
def test_times_may_be_seconds_or_milliseconds_since_1970(time: object) -> None:
    [turn] = turns_of(json.dumps([{"role": "user", "text": "Hi", "time": time}]))

    assert turn.at == datetime(2024, 5, 6, 12, tzinfo=UTC)


@table("time", ["some day", -1e300, True, [], {}, "", None])
def test_a_time_that_cannot_be_read_leaves_the_turn_undated(time: object) -> None:
    [turn] = turns_of(json.dumps([{"role": "user", "text": "Hi", "time": time}]))

    assert turn.at is None


def test_half_characters_and_nul_do_not_survive_their_json_escapes() -> None:
    [turn] = turns_of(r'[{"role": "user", "content": "a\ud83db \u0000\ud83d\ude00"}]')

    assert turn.text == "a\N{REPLACEMENT CHARACTER}b \N{GRINNING FACE}"


@table(
    "text",
    [
        "[]",
        "{}",
        '["a", "b"]',
        '{"a": 1}',
        '[{"name": "size", "value": "3"}, {"name": "depth", "value": "4"}]',
        '{"name": "README", "content": "Read me."}',
        '[{"role": "user", "content": "Hi"}, 7]',
        '[{"role": "user", "content": ""}]',
        '[{"role": "user", "content": "cut in the mid',
        "[" * 100_000,
        "[1] See the appendix.",
    ],
)
def test_other_json_and_broken_json_is_no_conversation(text: str) -> None:
    assert read_transcript(text) is None


# ---------------------------------------------------------------------------------- plain lines


def test_lines_that_name_their_speakers_are_a_conversation() -> None:
    text = "Ana: Did you book the ferry?\nBen: Yes, for the 9th.\nAna: Good."

    assert heard(text) == [
        ("Ana", "Did you book the ferry?"),
        ("Ben", "Yes, for the 9th."),
        ("Ana", "Good."),
    ]


def test_two_turns_are_enough_where_they_sound_like_speech() -> None:
    assert heard("Alice: Hi\nBob: Hello") == [("Alice", "Hi"), ("Bob", "Hello")]


@table("name", ["Ida", "User", "Maria Lopez"])
def test_somebody_may_speak_alone_in_however_many_lines(name: str) -> None:
    for count in (1, 2, 3, 7):
        said = [(name, f"The walk of day {day} was long.") for day in range(count)]

        assert heard("\n".join(f"{name}: {words}" for _, words in said)) == said


def test_what_follows_without_a_name_belongs_to_the_turn_before() -> None:
    text = (
        "User: Show me a loop.\nAssistant: Sure:\n\n```\nfor x in y:\n    pass\n```\nUser: Thanks!"
    )

    assert heard(text) == [
        ("User", "Show me a loop."),
        ("Assistant", "Sure:\n\n```\nfor x in y:\n    pass\n```"),
        ("User", "Thanks!"),
    ]


def test_an_answers_own_headings_do_not_become_speakers() -> None:
    text = "User: Plan?\nAssistant: Here it is.\nMonday: rest\nParis: two days\nUser: Thanks."

    assert heard(text)[1] == ("Assistant", "Here it is.\nMonday: rest\nParis: two days")


def test_the_words_of_a_turn_stand_in_the_text_as_they_are() -> None:
    text = "Ana:   spaced   \n\nBen: one\n  two\nAna: you?\n"

    assert all(turn.text in text for turn in turns_of(text))


def test_roles_in_lines_are_roles() -> None:
    turns = turns_of("SYSTEM: Be kind.\nHuman: Hi\nAI: Hello")

    assert [turn.role for turn in turns] == [Role.SYSTEM, Role.USER, Role.ASSISTANT]


@table(
    "line",
    [
        "[2024-05-06 12:00] {}: {}",
        "[2024-05-06T12:00:00Z] {}: {}",
        "2024-05-06 12:00 - {}: {}",
        "{} (2024-05-06 12:00): {}",
        "{} [2024-05-06 12:00:00]: {}",
    ],
)
def test_a_line_may_carry_its_time(line: str) -> None:
    turns = read_transcript(f"{line.format('Ana', 'I landed.')}\n{line.format('Ben', 'Welcome!')}")

    assert turns == (
        Turn(text="I landed.", speaker="Ana", at=datetime(2024, 5, 6, 12, tzinfo=UTC)),
        Turn(text="Welcome!", speaker="Ben", at=datetime(2024, 5, 6, 12, tzinfo=UTC)),
    )


def test_the_name_may_stand_in_angle_brackets() -> None:
    said = [
        ("<Ida> I work at Nordea.", [("Ida", "I work at Nordea.")]),
        (
            "<Ida> I have a dog.\n<Tom> Is it old?\n<Ida> No.",
            [("Ida", "I have a dog."), ("Tom", "Is it old?"), ("Ida", "No.")],
        ),
        (
            "<Ida> The walk was long.\n<Ida> It rained.\n<Ida> The dog is wet.",
            [("Ida", "The walk was long."), ("Ida", "It rained."), ("Ida", "The dog is wet.")],
        ),
        (
            "[10:15] <@kx_99> server is down\n[10:16] <+zed|away> again\n[10:17] < kx_99> disk full",
            [("kx_99", "server is down"), ("zed|away", "again"), ("kx_99", "disk full")],
        ),
        (
            "<kx_99> server is down\n<zed[m]> again\n<kx_99> see <b>here</b>",
            [("kx_99", "server is down"), ("zed[m]", "again"), ("kx_99", "see <b>here</b>")],
        ),
        ("<user> Hi\n<assistant> Hello", [("User", "Hi"), ("Assistant", "Hello")]),
        ("2024-05-06 12:00 <Ida> I landed.", [("Ida", "I landed.")]),
    ]

    assert [(text, heard(text)) for text, _ in said] == said


def test_a_time_of_day_alone_is_no_date() -> None:
    turns = turns_of("[10:15] Ana: I landed.\n[10:16] Ben: Welcome!")

    assert [(turn.speaker, turn.at) for turn in turns] == [("Ana", None), ("Ben", None)]


def test_a_title_may_come_first_and_is_nobodys_words() -> None:
    text = "# Standup, 6 May\n\nAna: I am done.\nBen: Me too.\nAna: Lunch?\nBen: Yes."

    assert heard(text)[:2] == [("", "# Standup, 6 May"), ("Ana", "I am done.")]


@table(
    "text",
    [
        "Dr. Mary-Ann O'Neil: How are you?\nJosé García: Better, thank you.",
        "**Ana:** Are you in?\n**Ben:** I am.",
        "小明\uff1a你好吗\uff1f\n小红\uff1a我很好。\n小明\uff1a那就好。",
        "@ana_k: are you there?\n@ben: yes\n@ana_k: good",
        "ana: are you there?\nben: yes i am\nana: good",
    ],
)
def test_speakers_have_many_kinds_of_names(text: str) -> None:
    assert len(turns_of(text)) >= 2


@table(
    "text, expected",
    [
        ("Ana: The deploy failed.", [("Ana", "The deploy failed.")]),
        ("Caroline: I moved to Oslo.", [("Caroline", "I moved to Oslo.")]),
        ("Dr. Okafor: Take two of these.", [("Dr. Okafor", "Take two of these.")]),
        ("Okafor: I will call you tomorrow.", [("Okafor", "I will call you tomorrow.")]),
        ("User: The kiln is warm.", [("User", "The kiln is warm.")]),
        ("Ana: I moved.\nIt is cold in Oslo.", [("Ana", "I moved.\nIt is cold in Oslo.")]),
        (
            "Ana: The deploy failed.\nBen: The rollback is done.",
            [("Ana", "The deploy failed."), ("Ben", "The rollback is done.")],
        ),
        (
            "Ana: The kiln is warm.\nAna: The clay is dry.",
            [("Ana", "The kiln is warm."), ("Ana", "The clay is dry.")],
        ),
        ("[2024-05-06 12:00] Ana: The kiln is warm.", [("Ana", "The kiln is warm.")]),
        (
            "Ana: It is warm.\nBen: It is dry.\nAna: It broke.",
            [("Ana", "It is warm."), ("Ben", "It is dry."), ("Ana", "It broke.")],
        ),
    ],
)
def test_a_line_or_two_are_somebodys_words(text: str, expected: list[tuple[str, str]]) -> None:
    assert heard(text) == expected


@table(
    "text",
    [
        "",
        "Kyoto: 20 degrees and sunny",
        "Berlin: you should go there.\nParis: you should not.",
        "Conclusion: we were wrong about you.",
        "Postgres: I like it.",
        "Budget: we have 20 euros.",
        "Fixed: the door you mean.",
        "Reminder: call your mother.\nShopping: milk and eggs for you.",
        "Ana: 12",
        "A walk in the park. It rained.",
        "Note: this is important.",
        "Note: the door sticks.\nWarning: do not pull.\nNote: push.",
        "https://example.org/a\nhttp://example.org/b",
        "name: web\nimage: nginx\nports:\n  - 80:80",
        "services:\n  db:\n    image: postgres\nvolumes:\n  data:",
        "Host: example.org\nAccept: */*\nUser-Agent: curl",
        "ERROR: disk full\nINFO: retrying\nERROR: disk full",
        "10:15: the pager rang\n10:20: we looked\n10:35: fixed",
        "# Title\n\nSummary: it broke.\n\nCause: we changed a thing.\n\n## Timeline\n\nText.",
        "def f(x):\n    return x\n\nclass A:\n    y: int = 1",
        "From: ana@example.org\nTo: ben@example.org\nSubject: Ferry\n\nDear Ben,\nI booked it.",
        "Dear Ana,\n\nI have one thing to say: you were right.\n\nYours: Ben",
        "Q: What is it?\nA: A thing.\nQ: Why?\nA: Because.",
        "Severity: high\nRegion: eu-west\nService: billing",
        "Monday: swim\nTuesday: run\nWednesday: rest\nMonday: swim",
        "```\nAna: Are you in?\nBen: I am.\n```",
        "<p> I like you.\n<p> Do you like me?\n<p> I do.",
        "<LI> you are here\n<LI> I am there\n<LI> thank you",
        "<think> I should ask you.\n</think>\n<answer> Yes!\n</answer>\n<think> You see?\n</think>",
        "<src> the folder to read\n<dst> the folder to write\n<opt> what else you want",
        "<ana@example.org> I agree.",
        "<https://example.org/a> is what you want",
        "Ingredients: flour, eggs\nTemperature: 180 degrees",
        "She said: you are late.\nThen she left.\nNobody spoke.\nHe said: no.\nIt was over.\nAll rose.",
    ],
)
def test_prose_notes_code_and_settings_are_no_conversation(text: str) -> None:
    assert read_transcript(text) is None


@given(st.text())
def test_any_text_is_a_conversation_or_none(text: str) -> None:
    turns = read_transcript(text)

    assert turns is None or all(turn.text.strip() for turn in turns)


def test_a_long_text_is_told_apart_in_linear_time() -> None:
    text = "Ana: are you there " * 200_000

    assert [turn.speaker for turn in turns_of(text)] == ["Ana"]


def test_times_without_a_zone_are_in_that_of_the_document() -> None:
    berlin = timezone(timedelta(hours=2))
    chats = (
        '[{"role": "user", "content": "Hi.", "timestamp": "2024-05-06T09:00:00"}]',
        "[2024-05-06 09:00] Ana: Hi.\n[2024-05-06 09:00] Ben: Are you there?",
    )

    read = [read_transcript(chat, zone) for chat in chats for zone in (berlin, UTC)]

    hours = [turns and turns[0].at and turns[0].at.astimezone(UTC).hour for turns in read]
    assert hours == [7, 9, 7, 9]
