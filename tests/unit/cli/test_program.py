"""The program as a whole: help, version, doctor, serve, worker, and how it fails."""

import asyncio
from importlib.metadata import version
from io import StringIO

from tacitus.cli.errors import exit_code_of
from tacitus.cli.seams import console
from tacitus.domain.errors import StorageUnavailable
from tests.tables import table
from tests.unit.cli.command_line import CommandLine


def test_the_version(tacitus: CommandLine) -> None:
    assert tacitus("--version").line == f"tacitus {version('tacitus-memory')}"


@table(
    "arguments, reason",
    [
        (["remember"], "No such command 'remember'"),
        (["recall", "home"], "Missing argument 'question'"),
        (["recall", "home", "roses", "--frobnicate"], "No such option: --frobnicate"),
        (["recall", "home", "roses", "--max-tokens", "few"], "valid integer"),
        (["recall", "home", "roses", "--max-tokens", "0"], "greater than or equal to 1"),
        (["serve", "--port", "99999"], "less than or equal to 65535"),
    ],
)
def test_a_command_that_is_not_understood_is_one_line_and_exit_code_2(
    tacitus: CommandLine, arguments: list[str], reason: str
) -> None:
    ran = tacitus(*arguments)

    assert ran.code == 2
    assert reason in ran.error
    assert ran.error.endswith("(tacitus --help)")


def test_a_memory_that_does_not_open_is_one_line_and_exit_code_1(tacitus: CommandLine) -> None:
    tacitus.refusal = StorageUnavailable("the database does not answer\n  at db.example:5432")

    ran = tacitus("recall", "home", "roses")

    assert (ran.code, ran.error) == (
        1,
        "error: the database does not answer at db.example:5432",
    )


@table("stop, code", [(KeyboardInterrupt(), 130), (asyncio.CancelledError(), 143)])
def test_what_is_stopped_ends_quietly(stop: BaseException, code: int) -> None:
    def stopped() -> None:
        raise stop

    assert exit_code_of(stopped, console(file=StringIO())) == code


def test_serve_hands_the_open_memory_to_the_server(tacitus: CommandLine) -> None:
    assert tacitus("serve").code == 0
    assert tacitus.served == [tacitus.runtime]


def test_a_worker_told_to_work_once_stops_when_nothing_is_due(tacitus: CommandLine) -> None:
    assert tacitus("worker", "--once").line == "nothing to do"
