"""What is quoted and what is said."""

from tacitus.domain.statements import Statement, only_quotes
from tests.builders import NOON
from tests.tables import table

KNOWN = Statement("Ann: I moved to Porto for the school.", "Ann", NOON)


@table(
    "text, speaker",
    [
        ('Assistant: You told me: "I moved to Porto for the school."', "Assistant"),
        ("Assistant: Ann: I moved to Porto for the school.", "Assistant"),
        ("Bob: - Ann: I moved to Porto for the school.", "Bob"),
        ("Ann: Yes, I said “I moved to Porto for the school”.", "Ann"),
        ("According to the memory, I moved to Porto for the school.", None),
    ],
)
def test_words_of_reporting_around_a_known_statement_add_nothing(
    text: str, speaker: str | None
) -> None:
    assert only_quotes(Statement(text, speaker, NOON), [KNOWN])


@table(
    "text, speaker",
    [
        ("Bob: I moved to Porto for the school.", "Bob"),
        ("Ann: I moved to Porto for the school.", "Ann"),
        (
            'Assistant: You told me "I moved to Porto for the school", and the kiln burns.',
            "Assistant",
        ),
        ('Ann: I never said "I moved to Porto for the school."', "Ann"),
        ("Ann: I told you.", "Ann"),
        ("Ann: I moved to Porto.", "Ann"),
    ],
)
def test_whoever_says_it_himself_or_says_more_does_not_merely_quote(
    text: str, speaker: str
) -> None:
    assert not only_quotes(Statement(text, speaker, NOON), [KNOWN])


def test_several_known_statements_may_be_quoted_at_once() -> None:
    other = Statement("Ann: My brother repairs accordions.", "Ann", NOON)
    listed = "Facts:\n- I moved to Porto for the school.\n- My brother repairs accordions."

    assert only_quotes(Statement(listed, "Bob", NOON), [KNOWN, other])
    assert not only_quotes(Statement(listed, "Bob", NOON), [KNOWN])
