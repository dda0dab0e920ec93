"""An engine over a memory that keeps nothing."""

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.engine import Engine
from tacitus.settings import Settings
from tests.builders import NOON


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings()


@pytest.fixture
def runtime(settings: Settings) -> Runtime:
    return in_memory_runtime(settings, clock=TickingClock(NOON))


@pytest.fixture
def engine(runtime: Runtime) -> Engine:
    return runtime.engine
