"""Telling what happened, and may happen again, from what holds."""

from datetime import UTC, datetime

from tacitus.domain.statements import Statement, is_event
from tests.tables import table

NOW = datetime(2024, 1, 1, tzinfo=UTC)


@table(
    "text",
    [
        "I took my pill.",
        "Took my pill",
        "Pill taken.",
        "I have taken my pill.",
        "The deploy failed.",
        "We shipped the release!",
        "Had lunch with Bo.",
        "The shop was closed.",
        "I've been to the gym.",
        "Ich habe meine Tablette genommen.",
        "Wir sind nach Hause gegangen.",
        "J'ai pris mon médicament.",
        "He tomado la pastilla.",
        "Ella tomó la pastilla.",
        "我吃了药。",
        "薬を飲みました。",
        "약을 먹었어요.",
    ],
)
def test_what_happened_is_an_event(text: str) -> None:
    assert is_event(Statement(text, "Ann", NOW))


@table(
    "text",
    [
        "I take my pill every day.",
        "I live in Rome.",
        "I have lived in Rome for years.",
        "We use Postgres.",
        "The film was directed by Bo Reed.",
        "I was born in Rome.",
        "I graduated from Bonn.",
        "The kids enjoyed the film about whales.",
        "I used to smoke.",
        "Thanks!",
        "Ich wohne in Rom.",
        "J'habite à Rome.",
        "Vivo en Roma.",
        "我们用 Redis 做缓存。",
        "ローマに住んでいます。",
    ],
)
def test_what_holds_or_happens_once_is_none(text: str) -> None:
    assert not is_event(Statement(text, "Ann", NOW))
