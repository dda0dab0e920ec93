"""A run: each conversation in a bank of its own, which is gone afterwards."""

import pytest

from tacitus.evaluation.cases import Question
from tacitus.evaluation.journal import Journal
from tacitus.evaluation.running import Plan, Run
from tests.unit.evaluation.builders import SETUP, KnownAnswers, a_case

FIRST = a_case(
    "first",
    ["I sail.", "I ski."],
    questions=[
        Question(id="f1", text="Who sails?", gold=("1:1",), category="1"),
        Question(id="f2", text="Who skis?", gold=("1:2",)),
    ],
)
SECOND = a_case("second", ["I fly."], questions=[Question(id="s1", text="Who?", gold=("1:1",))])
PLAN = Plan(cases=(FIRST, SECOND))


async def test_every_question_is_asked_of_its_conversation() -> None:
    system, journal = KnownAnswers({"Who sails?": ["1:2", "1:1"]}), Journal(SETUP)

    await Run(system=system, journal=journal).carry_out(PLAN)

    assert list(journal.rows) == ["f1", "f2", "s1"]
    row = journal.rows["f1"]
    assert [one.turns for one in row.returned] == [("1:2",), ("1:1",)]
    assert row.budgets == {512: ("1:1",)}  # of what is in the budget, the gold turns
    assert (row.conversation, row.sessions) == ("first", ("first/1",))


async def test_a_row_lists_the_head_of_the_ranking_and_all_that_is_returned() -> None:
    ranking = [f"1:{number}" for number in range(300)]
    system = KnownAnswers({"Who sails?": ranking}, kept={0, 250})
    journal = Journal(SETUP)

    await Run(system=system, journal=journal).carry_out(PLAN)

    listed = [one.turns[0] for one in journal.rows["f1"].returned]
    assert listed == [*ranking[:200], "1:250"]


async def test_no_bank_is_left_behind() -> None:
    system = KnownAnswers()

    await Run(system=system, journal=Journal(SETUP)).carry_out(PLAN)

    assert system.banks == set()


async def test_no_bank_is_left_behind_when_the_system_fails() -> None:
    system = KnownAnswers(broken="Who skis?")

    with pytest.raises(RuntimeError):
        await Run(system=system, journal=Journal(SETUP)).carry_out(PLAN)

    assert system.banks == set()


async def test_a_run_goes_on_where_it_was_stopped() -> None:
    journal = Journal(SETUP)
    with pytest.raises(RuntimeError):
        await Run(system=KnownAnswers(broken="Who?"), journal=journal).carry_out(PLAN)
    system = KnownAnswers()

    await Run(system=system, journal=journal).carry_out(PLAN)

    assert system.asked == ["Who?"]
    assert [one.conversation for one in journal.retained] == ["first", "second", "second"]


async def test_a_limit_takes_the_first_questions() -> None:
    system = KnownAnswers()

    await Run(system=system, journal=Journal(SETUP)).carry_out(Plan(cases=PLAN.cases, limit=1))

    assert system.asked == ["Who sails?"]


async def test_foreign_questions_follow_the_conversation_s_own() -> None:
    journal = Journal(SETUP)
    plan = Plan(cases=(SECOND, FIRST), kinds=("own", "foreign"), limit=2)

    await Run(system=KnownAnswers(), journal=journal).carry_out(plan)

    own, foreign = journal.rows.values()
    assert (own.kind, foreign.kind) == ("own", "foreign")
    assert foreign.question in {"Who sails?", "Who skis?"}
    assert foreign.gold == ()


async def test_progress_counts_questions_that_were_asked_before() -> None:
    journal = Journal(SETUP)
    await Run(system=KnownAnswers(), journal=journal).carry_out(Plan(cases=(FIRST,)))
    told: list[int] = []

    run = Run(system=KnownAnswers(), journal=journal, progress=lambda _, done: told.append(done))
    await run.carry_out(PLAN)

    assert sum(told) == 3
