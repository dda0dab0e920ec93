"""The demo over a memory of its own, and once more."""

import pytest

from tests.unit.cli.command_line import CommandLine, Ran


@pytest.fixture(scope="module")
def demos(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, Ran]:
    """Return two runs over one memory."""
    tacitus = CommandLine(tmp_path_factory.mktemp("demo"))
    return tacitus("demo"), tacitus("demo")


def test_the_demo_runs_to_its_end(demos: tuple[Ran, Ran]) -> None:
    ran, _ = demos

    assert (ran.code, ran.err) == (0, "")
    for heading in (
        "Retain",
        "Memories by network",
        "Recall 4 of 4",
        "Reflect",
        "What to try next",
    ):
        assert heading in ran.out


def test_the_demo_starts_afresh_each_time(demos: tuple[Ran, Ran]) -> None:
    first, second = demos

    [once] = [line for line in first.out.splitlines() if line.startswith("retained")]
    [again] = [line for line in second.out.splitlines() if line.startswith("retained")]
    assert once.partition(" in ")[0] == again.partition(" in ")[0]
