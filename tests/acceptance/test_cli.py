"""The installed program over the embedded database, as a person meets it.

Where a process of its own shows nothing more, a command runs in this one: a start takes a second.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import psycopg
import pytest

from tests.acceptance.here import run_here
from tests.homes import make_ready

PROGRAM = [sys.executable, "-m", "tacitus"]
DIARY = b"""[
  {"role": "user", "name": "Ann", "content": "I work at Google.", "timestamp": "2023-03-01T09:00Z"},
  {"role": "user", "name": "Ann", "content": "I work at Meta now.", "timestamp": "2025-03-01T09:00Z"},
  {"role": "assistant", "name": "Juno", "content": "I booked the red kite workshop.", "timestamp": "2025-03-01T09:01Z"}
]"""

pytestmark = pytest.mark.database


class Ran:
    """A command that has run."""

    def __init__(self, done: "subprocess.CompletedProcess[bytes]") -> None:
        self.code = done.returncode
        self.out = done.stdout.decode()
        self.err = done.stderr.decode()

    @property
    def error(self) -> str:
        """The one line it failed with."""
        [line] = self.err.splitlines()
        return line


def tacitus(
    home: Path, *arguments: str, stdin: bytes = b"", settings: Mapping[str, str] | None = None
) -> Ran:
    own = {"TACITUS_HOME": str(home), "COLUMNS": "120"}
    environment = {**os.environ, **own, **(settings or {})}
    done = subprocess.run(
        [*PROGRAM, *arguments],
        cwd=home,
        env=environment,
        input=stdin,
        capture_output=True,
        check=False,
    )
    return Ran(done)


def banks(home: Path) -> dict[str, int]:
    """Return how many documents each bank holds."""
    listed = json.loads(run_here(home, "bank", "list", "--json").out)
    return {bank["bank_id"]: bank["document_count"] for bank in listed}


@pytest.fixture(scope="module")
def retained(home: Path) -> Ran:
    """What `tacitus` said when it retained the diary, which tests read and none changes."""
    return tacitus(home, "retain", "diary", "-", "--document", "d", stdin=DIARY)


def test_what_is_retained_by_one_command_is_recalled_by_another(home: Path, retained: Ran) -> None:
    found = json.loads(tacitus(home, "recall", "diary", "red kite", "--json").out)
    answer = run_here(home, "reflect", "diary", "What did you book?")

    assert retained.out.startswith("retained 1 document, 3 memories (1 superseded) in ")
    assert found["results"][0]["text"] == "Juno: I booked the red kite workshop."
    assert found["results"][0]["type"] == "experience"
    assert "I booked the red kite workshop." in answer.out


@pytest.mark.usefixtures("retained")
def test_the_same_again_changes_nothing(home: Path) -> None:
    again = run_here(home, "retain", "diary", "-", "--document", "d", stdin=DIARY)

    assert again.out == "nothing changed: the document was there already\n"


@pytest.mark.usefixtures("retained")
def test_a_fact_that_changed_is_answered_as_of_a_date(home: Path) -> None:
    question = ("recall", "diary", "Where does Ann work?", "--json")

    then = json.loads(run_here(home, *question, "--as-of", "2024-01-01").out)["results"]
    now = json.loads(run_here(home, *question).out)["results"]

    assert [memory["text"] for memory in then] == ["Ann: I work at Google."]
    states = {memory["text"]: memory["state"] for memory in now}
    assert states["Ann: I work at Meta now."] == "valid"
    assert states["Ann: I work at Google."] == "superseded"


def test_the_demo_ends_well_and_soon(home: Path) -> None:
    ran = tacitus(home, "demo")

    assert (ran.code, ran.err) == (0, "")
    assert "What to try next" in ran.out
    assert banks(home)["demo"] >= 7


def test_doctor_finds_the_embedded_database_and_the_shipped_embedder(home: Path) -> None:
    checks = {one["check"]: one for one in json.loads(run_here(home, "doctor", "--json").out)}

    assert checks["database"]["health"] == "fine"
    assert str(home) in checks["database"]["found"]
    assert checks["isolation"]["health"] == "fine"
    assert checks["embedder"]["health"] == "fine"
    assert "TACITUS_LLM" in checks["language model"]["do"]


BAD_INPUT = {
    "standard input: it is empty": b"",
    "standard input: not text in UTF-8": b"\x89PNG\r\n\x1a\n\x00\x00",
    "a lone surrogate": b'[{"role": "user", "content": "cut \\ud83d"}]',
    "not JSON": b'[{"role": "user", "content": ',
    "JSON, but no conversation": b'[{"a": 1}]',
    "has no zone": b'[{"role": "user", "content": "Hi.", "timestamp": "2025-03-01 09:00"}]',
}


def test_bad_input_is_one_line_and_nothing_is_stored(home: Path) -> None:
    process = tacitus(home, "retain", "spoiled", "-", stdin=b"")
    told = {
        reason: run_here(home, "retain", "spoiled", "-", stdin=content)
        for reason, content in BAD_INPUT.items()
    }

    assert [ran.code for ran in (process, *told.values())] == [1] * (len(BAD_INPUT) + 1)
    assert process.error == next(iter(told.values())).error
    untold = {reason: ran.error for reason, ran in told.items() if reason not in ran.error}
    assert untold == {}
    assert all(ran.error.startswith("error: ") for ran in told.values())
    assert "spoiled" not in banks(home)


def test_doctor_tries_a_model_that_is_not_there_and_everything_else(home: Path) -> None:
    nowhere = {"llm": "openai:small", "llm_base_url": "http://127.0.0.1:9/v1"}

    ran = run_here(home, "doctor", "--json", settings=nowhere)

    checks = {one["check"]: one for one in json.loads(ran.out)}
    assert ran.code == 1
    assert [name for name, one in checks.items() if one["health"] == "broken"] == ["language model"]
    assert "openai:small cannot be reached" in checks["language model"]["found"]


@pytest.mark.parametrize("arguments", [("retain", "closed", "-"), ("mcp",)])
def test_a_closed_standard_input_is_one_line(home: Path, arguments: tuple[str, ...]) -> None:
    command = ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *PROGRAM, *arguments]
    environment = {**os.environ, "TACITUS_HOME": str(home)}

    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "error: standard input: it is closed\n"


@pytest.mark.parametrize("command", ["recall", "reflect"])
def test_an_unknown_bank_is_one_line(home: Path, command: str) -> None:
    ran = run_here(home, command, "nowhere", "Anything?")

    assert (ran.code, ran.out) == (1, "")
    assert ran.error.startswith("error: Bank 'nowhere' not found")


def test_five_megabytes_are_retained(home: Path) -> None:
    """Most of it instructions to a model, which are kept and made no memories: it takes seconds."""
    messages = [
        {"role": "system", "content": "Answer in one sentence. " * 220_000},
        {"role": "user", "content": "I keep bees on the roof."},
    ]
    chat = json.dumps(messages).encode()
    assert len(chat) > 5_000_000

    ran = run_here(home, "retain", "large", "-", stdin=chat)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("retained 1 document, 1 memory in ")


def test_a_database_that_is_not_there_is_one_line_and_never_replaced(home: Path) -> None:
    nowhere = {"database_url": "postgresql://nobody@127.0.0.1:9/nothing"}

    ran = run_here(home, "bank", "list", settings=nowhere)

    assert (ran.code, ran.out) == (1, "")
    assert "TACITUS_DATABASE_URL" in ran.error


def test_a_setting_that_cannot_be_is_one_line(home: Path) -> None:
    process = tacitus(home, "bank", "list", settings={"TACITUS_PORT": "70000"})
    here = run_here(home, "bank", "list", settings={"log_level": "loud"})

    assert (process.code, here.code) == (1, 1)
    assert process.error.startswith("error: TACITUS_PORT: ")
    assert here.error.startswith("error: TACITUS_LOG_LEVEL: ")


def test_a_worker_that_is_told_to_end_closes_what_it_opened(tmp_path: Path) -> None:
    environment = {**os.environ, "TACITUS_HOME": str(tmp_path)}
    with subprocess.Popen(
        [*PROGRAM, "worker"], env=environment, stderr=subprocess.PIPE, text=True
    ) as worker:
        assert worker.stderr is not None
        assert worker.stderr.readline() == "working until stopped (Ctrl-C)\n"
        worker.send_signal(signal.SIGTERM)
        rest = worker.stderr.read()

    assert (worker.returncode, rest) == (143, "")
    assert (tmp_path / "postgres/PG_VERSION").exists()
    assert not (tmp_path / "postgres/postmaster.pid").exists()


def test_the_embedded_database_is_there_for_its_own_tools(tmp_path: Path) -> None:
    make_ready(tmp_path)
    environment = {**os.environ, "TACITUS_HOME": str(tmp_path)}
    with subprocess.Popen(
        [*PROGRAM, "database"], env=environment, stdout=subprocess.PIPE, text=True
    ) as keeping:
        assert keeping.stdout is not None
        with psycopg.connect(keeping.stdout.readline().strip()) as connection:
            assert connection.execute("SELECT 1").fetchall() == [(1,)]
        keeping.send_signal(signal.SIGTERM)

    assert keeping.returncode == 143
    assert not (tmp_path / "postgres/postmaster.pid").exists()
