"""Questions of other conversations."""

from tacitus.evaluation.cases import Question
from tacitus.evaluation.foreign import foreign_questions, names_for, renamed
from tests.unit.evaluation.builders import a_case


def question(id: str, text: str, *gold: str) -> Question:
    return Question(id=id, text=text, gold=gold)


HOME = a_case(
    "home", ["Hello."], questions=[question("h1", "Who said hello?", "1:1"), question("h2", "?")]
)
AWAY = a_case(
    "away",
    ["I sail.", "I ski."],
    questions=[question("a1", "Who sails?", "1:1"), question("a2", "Who flies?")],
)


def test_there_are_as_many_as_the_conversation_answers_itself() -> None:
    [foreign] = foreign_questions(HOME, [HOME, AWAY], rename=False)

    assert (foreign.id, foreign.text) == ("home/foreign/a1", "Who sails?")


def test_they_have_no_evidence_here() -> None:
    [foreign] = foreign_questions(HOME, [HOME, AWAY], rename=False)

    assert foreign.gold == ()
    assert foreign.unanswerable


def test_the_choice_is_the_same_each_time() -> None:
    again = [foreign_questions(AWAY, [HOME, AWAY], rename=False) for _ in range(2)]

    assert again[0] == again[1]


def test_names_are_replaced_whole_and_by_their_first_word() -> None:
    names = {"Kate Moss": "Ann", "Bo": "Ben"}

    asked = renamed("Did Kate's bottle, KATE MOSS, please Bo?", names)

    assert asked == "Did Ann's bottle, Ann, please Ben?"


def test_names_without_spaces_around_them_are_replaced_too() -> None:
    assert renamed("罗晓薇住在哪里？", {"罗晓薇": "Ann"}) == "Ann住在哪里？"


def test_speakers_stand_for_one_another_in_order() -> None:
    assert names_for(AWAY, HOME) == {"Ann": "Ann", "Ben": "Ann"}  # one speaker is heard at home
