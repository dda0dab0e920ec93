"""Counting tokens as OpenAI's models do."""

import pytest

from tacitus.adapters.models.bpe_counter import BpeCounter
from tests.tables import table

COUNTER = BpeCounter()


@table(
    "text, tokens",
    [("", 0), ("hello", 1), ("hello world", 2), ("tiktoken is great!", 6), ("\x00", 1)],
)
def test_counts_are_those_of_cl100k(text: str, tokens: int) -> None:
    assert COUNTER.count(text) == tokens


def test_a_special_token_in_a_text_is_ordinary_text() -> None:
    assert COUNTER.count("<|endoftext|>") == 7


def test_a_lone_surrogate_counts_as_a_replacement_character() -> None:
    assert COUNTER.count("a\ud800b") == COUNTER.count("a\ufffdb")


def test_a_text_within_the_limit_stays_whole() -> None:
    assert COUNTER.truncate("hello world", 2) == "hello world"


def test_a_longer_text_is_cut_after_the_last_token_that_fits() -> None:
    assert COUNTER.truncate("one two three four", 2) == "one two"


@table("limit", [0, -1])
def test_nothing_fits_into_no_tokens(limit: int) -> None:
    assert COUNTER.truncate("hello", limit) == ""


@table("limit", range(15))
def test_a_character_of_several_tokens_is_kept_whole_or_left_out(limit: int) -> None:
    text = "héllo 🎉 wörld 你好吗"

    prefix = COUNTER.truncate(text, limit)

    assert text.startswith(prefix)
    assert COUNTER.count(prefix) <= limit


def test_cutting_keeps_a_surrogate_as_it_was() -> None:
    text = "a\ud800b " * 50

    prefix = COUNTER.truncate(text, 20)

    assert text.startswith(prefix)
    assert "\ud800" in prefix


def test_a_text_of_two_million_characters_is_counted() -> None:
    assert COUNTER.count("word " * 400_000) == pytest.approx(400_000, rel=0.01)
