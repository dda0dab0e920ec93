"""Tables of cases: one test that goes through every row, and reports each row that fails.

A row costs a call. As an item of pytest's own (`pytest.mark.parametrize`) it costs more than a
millisecond on top, which is longer than most rules take.
"""

import functools
import inspect
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import pytest

Test = Callable[..., Any]

# `pytest.fail` and `pytest.raises` do not raise an `Exception`.
FAILURES = (Exception, pytest.fail.Exception)


@runtime_checkable
class Labelled(Protocol):
    """A row with a name: what `pytest.param(..., id=...)` gives."""

    @property
    def values(self) -> Sequence[Any]: ...
    @property
    def id(self) -> str | None: ...


def table(names: str, rows: Iterable[Any]) -> Callable[[Test], Test]:
    """Run the test below on each row, as `pytest.mark.parametrize` does, but as one item.

    Tables above one another give every combination. Fixtures are made once and shared by the rows:
    where a row changes what it is given (a bank, a folder), parametrize.

    Args:
        names: The columns, separated by commas, which are arguments of the test.
        rows: One value for each column, or the value itself where there is one column.
    """
    columns = [name.strip() for name in names.split(",")]
    cases = [_case(columns, row) for row in rows]
    if not cases:
        raise ValueError("a table without rows checks nothing")

    def over_rows(test: Test) -> Test:
        signature = inspect.signature(test)
        given = [one for one in signature.parameters.values() if one.name not in columns]
        if len(given) + len(columns) != len(signature.parameters):
            raise TypeError(f"{test.__name__} does not take each of: {names}")
        run = _run_awaiting if inspect.iscoroutinefunction(test) else _run
        wrapped = functools.update_wrapper(run(test, cases), test)
        setattr(wrapped, "__signature__", signature.replace(parameters=given))  # noqa: B010
        return wrapped

    return over_rows


@dataclass(frozen=True, slots=True)
class Case:
    name: str | None
    values: Mapping[str, Any]

    def __str__(self) -> str:
        shown = ", ".join(f"{column}={_short(value)}" for column, value in self.values.items())
        return f"{self.name}: {shown}" if self.name else shown


def _case(columns: Sequence[str], row: Any) -> Case:
    name = None
    if isinstance(row, Labelled):
        name, row = row.id, row.values
    elif len(columns) == 1:
        row = (row,)
    return Case(name, dict(zip(columns, row, strict=True)))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:150]}... ({len(text)} characters)"


def _run(test: Test, cases: Sequence[Case]) -> Test:
    def run_each(**fixtures: Any) -> None:
        __tracebackhide__ = True
        outcome = Outcome()
        for case in cases:
            with outcome.of(case):
                test(**fixtures, **case.values)
        outcome.report(len(cases))

    return run_each


def _run_awaiting(test: Test, cases: Sequence[Case]) -> Test:
    async def run_each(**fixtures: Any) -> None:
        __tracebackhide__ = True
        outcome = Outcome()
        for case in cases:
            with outcome.of(case):
                await test(**fixtures, **case.values)
        outcome.report(len(cases))

    return run_each


@dataclass(frozen=True, slots=True)
class Outcome:
    failures: list[tuple[Case, BaseException]] = field(
        default_factory=list[tuple[Case, BaseException]]
    )

    @contextmanager
    def of(self, case: Case) -> Generator[None]:
        try:
            yield
        except FAILURES as failure:
            self.failures.append((case, failure))

    def report(self, rows: int) -> None:
        __tracebackhide__ = True
        if not self.failures:
            return
        lines = [f"{len(self.failures)} of {rows} rows failed"]
        for case, failure in self.failures:
            told = f"{type(failure).__name__}: {failure}".replace("\n", "\n    ")
            lines += [f"* {case}", f"    {told}"]
        # The first failure as its cause shows the test and the values in it.
        raise AssertionError("\n".join(lines)) from self.failures[0][1]
