"""What is embedded: what was said, and not who said it."""

import pytest

from tacitus.domain.meanings import meaning_asked, meaning_of


@pytest.mark.parametrize(
    ("text", "speaker", "meaning"),
    [
        ("Ann: I keep bees.", "Ann", "I keep bees."),
        ("Ann: Ben keeps bees.", "Ann", "Ben keeps bees."),
        ("小明:我养蜂。", "小明", "我养蜂。"),
        ("Ann keeps bees.", "Ann", "Ann keeps bees."),
        ("Ben: I keep bees.", "Ann", "Ben: I keep bees."),
        ("Note: bees are kept.", None, "Note: bees are kept."),
        ("Ann: ...", "Ann", "Ann: ..."),  # nothing else is said
    ],
)
def test_a_memory_means_what_was_said_whoever_said_it(
    text: str, speaker: str | None, meaning: str
) -> None:
    assert meaning_of(text, speaker) == meaning


@pytest.mark.parametrize(
    ("question", "meaning"),
    [
        ("What does Ann keep?", "What does keep?"),
        ("What are Ann's bees called?", "What are bees called?"),
        ("What does ANN LI keep?", "What does keep?"),
        ("What did José say to ann?", "What did say to ?"),
        ("Did J.R. call?", "Did call?"),
        ("Which annual fair was it?", "Which annual fair was it?"),
        ("What does Dora keep?", "What does Dora keep?"),  # she never spoke here
        ("小明养什么?", "养什么?"),
        ("Ann?", "Ann?"),  # nothing else is asked
    ],
)
def test_a_question_means_what_is_asked_whoever_it_is_asked_of(question: str, meaning: str) -> None:
    assert meaning_asked(question, ["Ann Li", "José", "小明", "J.R.", " ", "!"]) == meaning


def test_where_nobody_spoke_a_question_stays_as_it_is() -> None:
    assert meaning_asked("What  does Ann keep?", []) == "What  does Ann keep?"
