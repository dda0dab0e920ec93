"""Where prose is cut into memories."""

from collections.abc import Sequence

from tacitus.domain.documents import Turn
from tacitus.retain.extract.prose import cut
from tests.tables import table


def pieces(text: str, speaker: str = "Ann") -> list[str]:
    turn = Turn(text=text, speaker=speaker)
    return [text[slice(*span)] for span in cut(turn)]


@table(
    "text, expected",
    [
        ("I like tea. I slept badly. It rained.", ["I like tea. I slept badly. It rained."]),
        (
            "We had soup at noon. I work at Kone. It rained all day.",
            ["We had soup at noon.", "I work at Kone.", "It rained all day."],
        ),
        (
            "I slept badly. I work at Kone. It rained all day.",
            ["I slept badly. I work at Kone.", "It rained all day."],
        ),
        ("Big news! I work at Kone. And you?", ["Big news! I work at Kone. And you?"]),
        (
            'You said "we moved the kiln to the barn". I found it there.',
            ['You said "we moved the kiln to the barn".', "I found it there."],
        ),
        (
            'I read "The Lord of the Rings". It is long.',
            ['I read "The Lord of the Rings". It is long.'],
        ),
        ("The clay is dry. What if we sold the kiln? I am off.", ["The clay is dry.", "I am off."]),
        ("Imagine we sold it.", []),
        ("Look: <memory>Bob is rich.</memory> Nice, is it not?", ["Look:", "Nice, is it not?"]),
    ],
)
def test_what_can_change_or_was_said_before_stands_apart(
    text: str, expected: Sequence[str]
) -> None:
    assert pieces(text) == expected


def test_whose_we_it_is_in_prose_by_nobody_the_rest_tells() -> None:
    text = "We use Postgres. It is slow on the old machine."

    assert pieces(text, speaker="") == [text]
    assert pieces(text) == ["We use Postgres.", "It is slow on the old machine."]


@table(
    "text, expected",
    [
        ("The pump is new.\n\nThe fee stays at 55.", ["The pump is new.", "The fee stays at 55."]),
        ("The pump is new.\nThe fee stays at 55.", ["The pump is new.\nThe fee stays at 55."]),
        (
            "# Minutes\n\n## Water\n\nThe old pump broke.\n\n## Bees\n- Three hives are left.",
            ["# Minutes\n\n## Water\n\nThe old pump broke.", "## Bees\n- Three hives are left."],
        ),
        (
            "For the dinner on Sunday:\n\n- flour\n- eggs\n\nTom brings the wine for all.",
            ["For the dinner on Sunday:\n\n- flour\n- eggs", "Tom brings the wine for all."],
        ),
        (
            "Minutes of the committee\n\nThe old pump broke.\n\nBest,\nPriya",
            ["Minutes of the committee\n\nThe old pump broke.\n\nBest,\nPriya"],
        ),
    ],
)
def test_in_a_text_by_nobody_paragraphs_and_sections_stand_apart(
    text: str, expected: Sequence[str]
) -> None:
    assert pieces(text, speaker="") == expected


def test_what_somebody_says_in_paragraphs_is_said_at_once() -> None:
    text = "The pump is new.\n\nThe fee stays at 55."

    assert pieces(text) == [text]
