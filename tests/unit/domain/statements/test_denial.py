"""Turning a statement round."""

from tacitus.domain.statements import denies
from tests.tables import table


@table(
    "text, other",
    [
        ("Ann does not live in Oslo.", "Ann lives in Oslo."),
        ("Ann lives in Oslo.", "Ann does not live in Oslo."),
        ("The server never restarts at night.", "The server restarts at night."),
        ("Bob sings, and Ann does not live in Oslo.", "Ann lives in Oslo."),
        ("Ann does not live in Oslo.", "Ann lives in Oslo, but she hates the rain."),
    ],
)
def test_nearly_the_same_words_with_another_negation_deny(text: str, other: str) -> None:
    assert denies(text, [other])


@table(
    "text, other",
    [
        ("Ann lives in Oslo.", "Ann lives in Oslo."),
        ("Ann does not live in Oslo.", "Ann doesn't live in Oslo."),
        ("Ann lives in Oslo.", "Ann lives in Oslo, but does not like the rain."),
        ("Ann moved to Cork and no longer lives in Oslo.", "Ann moved to Cork."),
        ("Nobody knows why the report names no method.", "The report names no method."),
        ("Ann avoids meat.", "Ann does not eat meat."),
        ("I think that remote work is not for everyone.", "Remote work spares the commute."),
    ],
)
def test_what_says_the_same_or_something_else_does_not_deny(text: str, other: str) -> None:
    assert not denies(text, [other])


def test_one_who_says_so_too_is_enough() -> None:
    assert not denies("Ann lives in Oslo.", ["Ann does not live in Oslo.", "Ann lives in Oslo."])
