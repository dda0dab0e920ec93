"""Which directives bind an answer, and when a standing answer is stale."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import BankId
from tacitus.domain.standing import (
    AnswerId,
    Directive,
    DirectiveId,
    StandingAnswer,
    binding,
    checked_answer,
)
from tests.builders import NOON

BANK = BankId(UUID(int=1))


def rule(name: str, priority: int = 0, *tags: str, active: bool = True) -> Directive:
    return Directive(
        id=DirectiveId(UUID(int=len(name))),
        bank=BANK,
        name=name,
        content=name,
        priority=priority,
        active=active,
        tags=tags,
        created_at=NOON,
        updated_at=NOON,
    )


RULES = [
    rule("all"),
    rule("work", 5, "work"),
    rule("home ", 9, "home"),
    rule("off   ", active=False),
]


def names(asked: list[str] | None, *, everything: bool = False) -> list[str]:
    return [one.name.strip() for one in binding(RULES, asked, everything=everything)]


def test_a_rule_without_tags_binds_all_and_one_with_tags_what_is_asked_for_them() -> None:
    assert names(None) == ["all"]
    assert names([]) == ["all"]
    assert names(["work"]) == ["work", "all"]
    assert names(["other", "home", "work"]) == ["home", "work", "all"]


def test_on_request_all_active_rules_bind_the_most_important_first() -> None:
    assert names(None, everything=True) == ["home", "work", "all"]


def answer(id: str = "who-rows", question: str = "Who rows?", **other: Any) -> StandingAnswer:
    values: dict[str, Any] = {"content": "Ana.", "seen_at": NOON, **other}
    return StandingAnswer(
        id=AnswerId(id), bank=BANK, name="Rowers", question=question, created_at=NOON, **values
    )


def test_an_answer_is_stale_until_it_was_given_and_once_more_is_known() -> None:
    later = NOON + timedelta(seconds=1)

    assert not answer().stale(NOON)
    assert not answer().stale(None)
    assert answer().stale(later)
    assert answer(content="").stale(None)
    assert answer(seen_at=None).stale(NOON)


def test_what_cannot_be_asked_for_is_refused() -> None:
    fine = [answer(), answer("a"), answer("0-9"), answer("x" * 128)]
    odd = [
        *(answer(id) for id in ("", "A", "a_b", "-a", "a-", "a b", "..", "x" * 129, "é")),
        answer(question=" "),
        answer(question="?!"),
        answer(question="x" * 4001),
        answer(max_tokens=0),
        answer(max_tokens=8193),
        answer(tags=("",)),
    ]

    passed: list[StandingAnswer] = []
    for one in (*fine, *odd):
        try:
            passed.append(checked_answer(one))
        except InvalidRequest:
            continue

    assert passed == fine
