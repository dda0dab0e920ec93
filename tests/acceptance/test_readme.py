"""What the README shows is run, as it stands there."""

import json
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Generator, Mapping
from itertools import takewhile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROGRAM = [sys.executable, "-m", "tacitus"]

pytestmark = pytest.mark.database


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(README) if name == language]


def environment(home: Path) -> Mapping[str, str]:
    return {**os.environ, "TACITUS_HOME": str(home)}


def ran(command: list[str], home: Path, *, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=environment(home), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def server(home: Path) -> Generator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = [*PROGRAM, "serve", "--port", port]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(home), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        said = "".join(takewhile(lambda line: "running on" not in line, process.stderr))
        assert process.poll() is None, said
        yield port
        process.terminate()
    assert process.returncode == 0


def test_the_commands_do_what_they_say(home: Path, tmp_path: Path) -> None:
    [commands] = blocks("sh")
    called = f'tacitus() {{ {shlex.join(PROGRAM)} "$@"; }}\nset -eux\n'

    said = ran(["/bin/sh", "-c", called + commands], home, cwd=tmp_path)

    *_, bottom = said.partition("Ann: I work at Meta now.")
    assert "superseded" in bottom, "the later employer comes first"
    assert "Ben: My flight to Oslo leaves at noon." in bottom.split("quoted from memory")[0]
    assert json.loads(ran([*PROGRAM, "bank", "list", "--json"], home))[0]["bank_id"] == "notes"


def test_the_library_example_is_ten_lines_and_finds_the_key(home: Path) -> None:
    [example] = [text for text in blocks("python") if "open_memory" in text]

    said = ran([sys.executable, "-c", example], home)

    assert len([line for line in example.splitlines() if line.strip()]) <= 10
    assert "world Ann: The spare key is with Okafor." in said


def test_the_http_example_finds_lisbon(server: str, home: Path) -> None:
    [example] = [text for text in blocks("python") if "httpx" in text]

    said = ran([sys.executable, "-c", example.replace("8888", server)], home)

    assert "world Ann: I moved to Lisbon. 2025-03-01T09:00:00" in said


def test_every_file_the_readme_names_is_there() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
