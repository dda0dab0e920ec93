"""What the tests of the command line share."""

from pathlib import Path

import pytest

from tests.unit.cli.command_line import CommandLine


@pytest.fixture
def tacitus(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "home")
