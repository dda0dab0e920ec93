"""An engine over a memory that keeps nothing."""

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.engine import Engine
from tacitus.settings import Settings
from tests.builders import NOON


@pytest.fixture
def runtime() -> Runtime:
    return in_memory_runtime(Settings(), clock=TickingClock(NOON))


@pytest.fixture
def engine(runtime: Runtime) -> Engine:
    return runtime.engine
