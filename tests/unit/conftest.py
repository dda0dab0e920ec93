"""Unit tests are cheap, or they are none."""

import gc
import time
from collections.abc import Generator

import pytest

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
