"""Unit tests are cheap, or they are none."""

import gc
import time
from collections.abc import Generator

import pytest
from hypothesis import given, settings, strategies

MOST_SECONDS = 1.0
"""Processor time of one test; most take a hundredth of it."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    gc.disable()  # what others left behind is not this test's to clear away
    started = time.process_time()
    try:
        yield
    finally:
        took = time.process_time() - started
        gc.enable()
    if took > MOST_SECONDS:
        pytest.fail(
            f"{took:.1f} s of processor time, and a unit test has {MOST_SECONDS:.0f}: a smaller input shows"
            " the same, and what needs a big one belongs to tests/integration or bench",
            pytrace=False,
        )


@pytest.fixture(scope="session", autouse=True)
def characters() -> None:
    """Have Hypothesis know all characters: in a new checkout it works out a table, for a second.

    Otherwise the first test that asks for a text would be told that it is too slow.
    """

    @settings(max_examples=1, database=None)
    @given(strategies.text())
    def any_text(_: str) -> None: ...

    any_text()
