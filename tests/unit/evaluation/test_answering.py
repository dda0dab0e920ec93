"""Answers by a model, and strict verdicts."""

from tacitus.evaluation.cases import Question
from tacitus.evaluation.qa.answering import Answering
from tests.builders import NOON
from tests.fakes.scripted_model import ScriptedModel

QUESTION = Question(id="q", text="Where does Ann live?", answer="Oslo", asked_at=NOON)


async def test_an_answer_is_judged_against_the_gold_answer() -> None:
    model = ScriptedModel({"answer": " In Oslo "}, {"verdict": "right"})

    judged = await Answering(model)(QUESTION, ["[said 2024-05-01] Ann: I moved to Oslo."])

    assert (judged.answer, judged.right, judged.model) == ("In Oslo", True, "scripted")
    answering, judging = model.questions
    assert "I moved to Oslo" in answering.prompt
    assert "2024-05-06" in answering.system
    assert "Gold answer: Oslo" in judging.prompt


async def test_a_wrong_answer_is_wrong() -> None:
    model = ScriptedModel({"answer": "Rome"}, {"verdict": "wrong"})

    assert (await Answering(model)(QUESTION, [])).right is False


async def test_a_verdict_that_is_neither_right_nor_wrong_is_none() -> None:
    model = ScriptedModel({"answer": "Oslo"}, {"verdict": "mostly right"})

    assert (await Answering(model)(QUESTION, [])).right is None


async def test_what_has_no_answer_must_be_left_unanswered() -> None:
    model = ScriptedModel({"answer": "not mentioned"}, {"verdict": "right"})

    await Answering(model)(Question(id="q", text="Which car?", unanswerable=True), [])

    assert "Gold answer: not mentioned" in model.questions[1].prompt


def test_the_judge_is_named_with_its_prompts() -> None:
    assert Answering(ScriptedModel()).name.startswith("scripted, prompts ")
