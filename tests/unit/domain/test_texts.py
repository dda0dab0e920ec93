"""Names that are kept, names that are refused, and why."""

from collections.abc import Callable

import pytest

from tacitus.domain.banks import checked_name
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.requests import checked_document
from tacitus.domain.texts import distinct, is_blank, leads_elsewhere, paragraph

ORDINARY = [
    "notes",
    "a/b",
    "a_b",
    "...",
    "a..b",
    ".env",
    "v1.",
    "猫/猫",
    "x" * 300,
    "a b",
    "é",
    "🐙",
]
ELSEWHERE = [".", "..", "a/..", "../a", "a/../b", "./a", "a/.", "a\\..\\b", "%2e%2E", "a/%2e./b"]
BROKEN = ["", " \n ", "a\0b", "a\ud800", "x" * 513, "\u200b", "\u2800", None, b"notes", 7]
HIDDEN = [
    "not\u200bes",  # zero width space
    "no\u200dtes",  # zero width joiner
    "\u202enotes",  # right-to-left override
    "notes\u2066",  # left-to-right isolate
    "no\u00adtes",  # soft hyphen
    "\ufeffnotes",  # byte order mark
    "no\u2028tes",  # line separator
    "no\ntes",
    "no\x7ftes",
    "no\u3164tes",  # a letter that shows nothing
    "no\U000e0041tes",  # a tag
]


def passing(check: Callable[[object], object], names: list[object]) -> list[object]:
    passed: list[object] = []
    for name in names:
        try:
            check(name)
        except InvalidRequest as refused:
            passed += [] if len(str(refused)) > 15 else [name]
        else:
            passed.append(name)
    return passed


def test_banks_and_documents_may_have_any_ordinary_name() -> None:
    assert passing(checked_name, [*ORDINARY]) == ORDINARY
    assert passing(checked_document, [*ORDINARY]) == ORDINARY


def test_a_name_that_leads_elsewhere_in_an_address_is_refused() -> None:
    assert passing(checked_name, [*ELSEWHERE]) == []
    assert passing(checked_document, [*ELSEWHERE]) == []
    assert [name for name in ORDINARY if leads_elsewhere(name)] == []


def test_a_name_that_cannot_be_kept_or_shows_nothing_is_refused() -> None:
    assert passing(checked_name, [*BROKEN]) == []
    assert passing(checked_document, [*BROKEN]) == []


def test_a_bank_has_no_name_in_which_something_is_hidden() -> None:
    assert passing(checked_name, [*HIDDEN]) == []


def test_a_reason_says_which_character_is_hidden_and_where() -> None:
    with pytest.raises(InvalidRequest, match=r"A bank's name holds U\+200B at 3"):
        checked_name("not\u200bes")


def test_tags_are_trimmed_and_each_is_there_once_in_order() -> None:
    assert distinct(("work", " home", "work ", "home", "Work"), "tag") == ("work", "home", "Work")


def test_tags_that_are_blank_broken_or_no_list_are_refused() -> None:
    asked: list[object] = ["work", b"work", [""], ["a", " "], ["\u200b"], [7], [None], ["\ud800"]]

    assert passing(lambda tags: distinct(tags, "tag"), asked) == []  # type: ignore[arg-type]


def test_blank_is_what_shows_nothing() -> None:
    assert [text for text in ("", " ", "\t\n", "\u200b", "\u2800 ") if not is_blank(text)] == []
    assert [text for text in ("a", "🐙", ".", "\u200ba") if is_blank(text)] == []


def test_headings_lead_to_what_they_stand_over_where_a_text_is_shown_in_one_line() -> None:
    shown = {
        "# Minutes\n\n## Bees:  \nThree hives are left.": "Minutes: Bees: Three hives are left.",
        "It rained.\n\n- once\n- twice": "It rained. - once - twice",
        "#1 is Ann, # 2 is Ben": "#1 is Ann, # 2 is Ben",
        "See issue\n#12 of May": "See issue #12 of May",
        "#\n\nNothing": "# Nothing",
        "": "",
    }

    assert {text: paragraph(text) for text in shown} == shown
