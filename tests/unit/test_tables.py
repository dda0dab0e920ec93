"""A table of cases is one test that says of each row whether it holds."""

import pytest

from tests.tables import table


def test_each_row_that_fails_is_reported_with_its_values_and_the_others_are_not() -> None:
    @table("number, square", [(2, 4), (3, 8), pytest.param(-1, -1, id="below zero")])
    def a_square(number: int, square: int) -> None:
        assert number * number == square

    with pytest.raises(AssertionError) as failed:
        a_square()

    first, *rest = str(failed.value).splitlines()
    assert first == "2 of 3 rows failed"
    assert [line for line in rest if line.startswith("*")] == [
        "* number=3, square=8",
        "* below zero: number=-1, square=-1",
    ]
    assert failed.value.__cause__ is not None


def test_an_error_that_does_not_come_fails_its_row() -> None:
    @table("text", ["1", "x"])
    def is_no_number(text: str) -> None:
        with pytest.raises(ValueError, match="invalid"):
            int(text)

    with pytest.raises(AssertionError, match=r"1 of 2 rows failed\n\* text='1'"):
        is_no_number()


async def test_rows_are_awaited_and_share_their_fixtures() -> None:
    seen: list[tuple[str, int]] = []

    @table("number", [1, 2])
    async def add(number: int, fixture: str) -> None:
        seen.append((fixture, number))

    await add(fixture="given")

    assert seen == [("given", 1), ("given", 2)]


def test_tables_above_one_another_give_every_combination() -> None:
    seen: list[tuple[str, int]] = []

    @table("letter", "ab")
    @table("number", [1, 2])
    def note(letter: str, number: int) -> None:
        seen.append((letter, number))

    note()

    assert seen == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="checks nothing"):
        table("number", [])


def test_a_column_that_the_test_does_not_take_is_refused() -> None:
    def test(number: int) -> None: ...

    with pytest.raises(TypeError, match="does not take"):
        table("number, square", [(1, 1)])(test)
