"""States: subject, relation and value of a sentence, and the key under which they are found."""

from datetime import UTC, datetime

from tacitus.domain.statements import State, Statement, ended_keys, state_key, state_of
from tests.tables import table

NOW = datetime(2024, 1, 1, tzinfo=UTC)


def said(text: str, by: str | None = "Alice") -> Statement:
    return Statement(text, by, NOW)


@table(
    "text, key",
    [
        ("I work at Google", "alice|employer"),
        ("Alice works at Meta now", "alice|employer"),
        ("Alice left Google and works at Meta", "alice|employer"),
        ("I moved to Rome", "alice|home"),
        ("Alice lives in Rome", "alice|home"),
        ("We use Postgres", "we|database"),
        ("Our database is MySQL", "we|database"),
        ("We switched to MySQL", "we|database"),
        ("My favourite colour is blue", "alice|favourite colour"),
        ("Alice's favorite color is green", "alice|favourite colour"),
        ("The boss of Bob Reed is Eve", "bob reed|boss"),
        ("Bob Reed's new boss is Eve", "bob reed|boss"),
        ("The capital of Peru is Lima.", "peru|capital"),
        ("The deadline is Friday", "the|deadline"),
        ("12. Chanel was founded by Ada Lee.", "chanel|was founded by"),
    ],
)
def test_statements_of_one_state_share_a_key(text: str, key: str) -> None:
    assert state_key(said(text)) == key


@table(
    "text",
    [
        "Where do I live?",
        "She works at Google",
        "If I lived in Rome I would be happy",
        "What if we used MySQL",
        "I think Alice works at Google",
        "Alice might move to Rome",
        "Alice worked at Google",
        "Bob said Alice works at Google",
        "I live in Rome. I work at Google as well.",
        "My old boss was Bob",
        "My job is stressful",
        "We use Redis",
        "I left the party",
        "Wow, that's great!",
        "我住在罗马",
        "",
    ],
)
def test_no_state_where_it_is_asked_guessed_denied_past_or_unclear(text: str) -> None:
    assert state_key(said(text)) is None


def test_a_state_has_its_parts_folded() -> None:
    assert state_of(said("Alice: I now work at the University of Oslo.")) == State(
        subject="alice", relation="employer", value="university of oslo", changed=True
    )


def test_a_state_keeps_what_it_replaced() -> None:
    assert state_of(said("We migrated from Postgres to MySQL")) == State(
        subject="we", relation="database", value="mysql", previous="postgres", changed=True
    )


@table("text", ["I no longer work at Google", "I do not work at Google"])
def test_a_state_may_only_end(text: str) -> None:
    assert state_of(said(text)) == State(
        subject="alice", relation="employer", value="", previous="google", changed=True
    )


def test_an_end_may_leave_open_what_ended() -> None:
    assert state_of(said("I left Google")) == State(
        subject="alice", relation=None, value="", previous="google", changed=True
    )
    assert state_key(said("I left Google")) is None


def test_a_sentence_that_says_more_than_its_state_says_so() -> None:
    state = state_of(said("Alice lives in Rome and works at Google"))

    assert state
    assert state.extra


def test_without_a_speaker_i_is_somebody_unnamed() -> None:
    assert state_key(said("I live in Rome", by=None)) == "i|home"


def test_chatter_beside_the_sentence_is_no_second_statement() -> None:
    assert state_key(said("Big news! I moved to Rome.")) == "alice|home"


def test_what_ended_without_being_named_may_be_any_of_what_is_left_by_name() -> None:
    assert ended_keys(said("I left Frolic")) == ("alice|employer", "alice|team", "alice|school")
    assert ended_keys(said("I left Google and work at Meta")) == ()
    assert ended_keys(said("I like tea")) == ()
