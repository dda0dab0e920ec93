"""`tacitus recall` and `tacitus reflect`."""

import json
import re

import pytest

from tests.unit.cli.command_line import CommandLine

DIARY = b"""[
  {"role": "user", "name": "Ann", "content": "The roses opened yesterday.", "timestamp": "2025-06-02T09:00Z"},
  {"role": "assistant", "name": "Juno", "content": "I watered the roses.", "timestamp": "2025-06-02T09:01Z"},
  {"role": "user", "name": "Ann", "content": "The boiler hums.", "timestamp": "2025-09-01T09:00Z"}
]"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """Return the program over a diary, which all tests read and none writes to."""
    tacitus = CommandLine(tmp_path_factory.mktemp("home"))
    tacitus("retain", "home", "-", "--document", "diary", "--tag", "garden", stdin=DIARY)
    return tacitus


def texts(tacitus: CommandLine, *arguments: str) -> list[str]:
    found = json.loads(tacitus("recall", "home", *arguments, "--json").out)
    return [memory["text"] for memory in found["results"]]


def test_memories_are_shown_with_network_time_and_source(filled: CommandLine) -> None:
    ran = filled("recall", "home", "Did the roses open?")

    [row] = [line for line in ran.out.splitlines() if "opened yesterday" in line]
    assert row.split()[2:] == [
        *("world", "1", "Jun", "2025", "Ann:", "The", "roses", "opened", "yesterday.", "diary")
    ]


def test_the_footer_counts_memories_and_tokens(filled: CommandLine) -> None:
    *_, footer = filled("recall", "home", "Did the roses open?").out.splitlines()

    assert re.match(r"\d memories, \d+ tokens, ", footer)


def test_memories_are_shown_with_their_relevance(filled: CommandLine) -> None:
    heading, first, *_ = filled("recall", "home", "Did the roses open?").out.splitlines()

    assert heading.split() == ["relevance", "network", "when", "memory", "from"]
    assert 0 < float(first.split()[1]) <= 1


def test_networks_bound_the_search(filled: CommandLine) -> None:
    assert texts(filled, "roses", "--networks", "experience") == ["Juno: I watered the roses."]


def test_tags_bound_the_search(tacitus: CommandLine) -> None:
    tacitus("retain", "home", "-", "--tag", "garden", stdin=b"The roses are tagged.")
    tacitus("retain", "home", "-", stdin=b"The roses are untagged.")

    assert sorted(texts(tacitus, "roses")) == ["The roses are tagged.", "The roses are untagged."]
    assert texts(tacitus, "roses", "--tags", "garden,attic") == ["The roses are tagged."]


def test_as_of_leaves_out_what_was_said_later(filled: CommandLine) -> None:
    assert "Ann: The boiler hums." not in texts(filled, "boiler", "--as-of", "2025-07-01")


def test_from_and_until_bound_what_happened(filled: CommandLine) -> None:
    roses, watered, boiler = (
        "Ann: The roses opened yesterday.",
        "Juno: I watered the roses.",
        "Ann: The boiler hums.",
    )
    question = "roses boiler"

    assert set(texts(filled, question, "--from", "2025-06-02")) == {watered, boiler}
    assert texts(filled, question, "--until", "2025-06-02") == [roses]
    assert texts(filled, question, "--from", "2025-06-02", "--until", "2025-07-01") == [watered]


def test_a_time_that_ends_before_it_begins_is_refused(filled: CommandLine) -> None:
    ran = filled("recall", "home", "roses", "--from", "2025-07-01", "--until", "2025-07-01")

    assert ran.code == 2
    assert "--until is not later than --from" in ran.error


def test_an_answer_is_bounded_in_time_too(filled: CommandLine) -> None:
    ran = filled("reflect", "home", "Did the roses open?", "--until", "2024-01-01")

    assert ran.out.startswith("no answer: ")


def test_max_tokens_bounds_the_texts(filled: CommandLine) -> None:
    found = json.loads(filled("recall", "home", "roses", "--max-tokens", "12", "--json").out)

    assert 0 < found["tokens"] <= 12


def test_explain_says_what_each_channel_said(filled: CommandLine) -> None:
    ran = filled("recall", "home", "roses", "--explain", "--max-tokens", "12")

    assert "verdict" in ran.out
    assert "kept" in ran.out
    assert "too large" in ran.out
    assert "rank (score) in each channel" in ran.out


def test_an_explanation_as_json_has_ranks_scores_and_reasons(filled: CommandLine) -> None:
    found = json.loads(
        filled("recall", "home", "roses", "--explain", "--json", "--max-tokens", "12").out
    )

    explained = found["trace"]["candidates"]
    verdicts = {one["verdict"] for one in explained}
    assert {"kept", "too_large"} <= verdicts
    assert all(one["reason"] for one in explained if one["verdict"] == "too_large")
    ranks = [one["ranks"].get("keyword") for one in explained]
    assert sorted(rank for rank in ranks if rank) == [1, 2]


def test_nothing_found_says_why(tacitus: CommandLine) -> None:
    tacitus("bank", "create", "empty")

    assert tacitus("recall", "empty", "Anything?").line.startswith("nothing recalled: ")


def test_an_unknown_bank_is_one_line_with_the_way_out(tacitus: CommandLine) -> None:
    ran = tacitus("recall", "nowhere", "Anything?")

    assert ran.code == 1
    assert ran.error == "error: Bank 'nowhere' not found: `tacitus bank list` shows what there is"


def test_a_question_without_a_word_is_refused(filled: CommandLine) -> None:
    ran = filled("recall", "home", "?!")

    assert (ran.code, ran.error) == (1, "error: The question holds no word to search for")


def test_an_unknown_network_is_refused_with_those_there_are(filled: CommandLine) -> None:
    ran = filled("recall", "home", "roses", "--networks", "dreams")

    assert ran.code == 2
    assert "there are world, experience, opinion, observation, or all" in ran.error


def test_an_answer_is_quoted_with_its_sources(filled: CommandLine) -> None:
    ran = filled("reflect", "home", "Did the roses open?")

    assert "[1]" in ran.out
    assert "diary" in ran.out
    assert ran.out.endswith("quoted from memory: no language model is configured (TACITUS_LLM)\n")


def test_an_answer_as_json_cites_ids_of_the_memories_it_was_given(filled: CommandLine) -> None:
    answer = json.loads(filled("reflect", "home", "Did the roses open?", "--json").out)

    given = {memory["id"] for memory in answer["based_on"]["memories"]}
    assert answer["mode"] == "extractive"
    assert all(set(sentence["citations"]) <= given for sentence in answer["sentences"])


def test_an_answer_from_nothing_says_what_is_missing(tacitus: CommandLine) -> None:
    tacitus("bank", "create", "empty")

    assert tacitus("reflect", "empty", "Anything?").out.startswith("no answer: ")


def test_stored_text_cannot_steer_the_terminal(tacitus: CommandLine) -> None:
    tacitus("retain", "home", "-", stdin=b"The roses \x1b[31mare red\x1b[0m [bold]")

    ran = tacitus("recall", "home", "roses")

    assert "\x1b" not in ran.out
    assert "[bold]" in ran.out
