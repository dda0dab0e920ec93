"""`tacitus bank`."""

import json

from tests.unit.cli.command_line import CommandLine


def test_a_bank_is_created_with_its_disposition(tacitus: CommandLine) -> None:
    ran = tacitus("bank", "create", "home", "--mission", "Run the house.", "--skepticism", "5")

    assert (ran.code, ran.line) == (0, "created bank home")
    shown = json.loads(tacitus("bank", "show", "home", "--json").out)
    assert shown["mission"] == "Run the house."
    assert shown["disposition"] == {
        "skepticism": 5,
        "literalism": 3,
        "empathy": 3,
        "bias_strength": 0.5,
    }


def test_a_bank_is_not_created_twice(tacitus: CommandLine) -> None:
    tacitus("bank", "create", "home")

    ran = tacitus("bank", "create", "home")

    assert (ran.code, ran.error) == (1, "error: Bank 'home' exists already")


def test_a_trait_out_of_range_is_refused(tacitus: CommandLine) -> None:
    ran = tacitus("bank", "create", "home", "--empathy", "9")

    assert ran.code == 2
    assert "less than or equal to 5" in ran.error


def test_banks_are_listed_with_what_they_hold(tacitus: CommandLine) -> None:
    tacitus("retain", "notes", "-", stdin=b"It rained.")
    tacitus("bank", "create", "home")

    heading, *rows = tacitus("bank", "list").out.splitlines()

    assert heading.split() == ["bank", "documents", "memories", "entities", "last", "memory"]
    assert [row.split()[:3] for row in rows] == [["home", "0", "0"], ["notes", "1", "1"]]


def test_no_bank_yet_says_how_to_make_one(tacitus: CommandLine) -> None:
    assert tacitus("bank", "list").line == "no bank yet: `tacitus retain BANK FILE` makes one"


def test_a_bank_is_shown_with_what_it_holds(tacitus: CommandLine) -> None:
    tacitus("retain", "notes", "-", stdin=b"It rained.")

    rows = [line.split() for line in tacitus("bank", "show", "notes").out.splitlines()]

    assert rows[0] == ["bank", "notes"]
    assert ["memories", "1", "world"] in rows


def test_deleting_asks_first(tacitus: CommandLine) -> None:
    tacitus("retain", "notes", "-", stdin=b"It rained.")

    ran = tacitus("bank", "delete", "notes", "--yes")

    assert ran.line == "deleted bank notes with 1 memories of 1 documents"
    assert json.loads(tacitus("bank", "list", "--json").out) == []


def test_an_unknown_bank_cannot_be_shown_or_deleted(tacitus: CommandLine) -> None:
    assert "Bank 'nowhere' not found" in tacitus("bank", "show", "nowhere").error
    assert "Bank 'nowhere' not found" in tacitus("bank", "delete", "nowhere", "--yes").error
