"""Ctrl-C while the program starts: it ends, and says nothing."""

import subprocess
import sys

START = """
import signal, sys

class Stopping:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            signal.raise_signal(signal.SIGINT)
            sys.exit("it goes on")

if "ignored" in sys.argv:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
from tacitus.main import main
sys.meta_path.insert(0, Stopping())
main()
"""
"""Starts the program, and stops it when it comes to load a module."""
MOMENTS = ("tacitus.program", "typer", "numpy", "tacitus.cli.speaking")


def starting(*how: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", START, *how]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_program_that_is_stopped_while_it_loads_ends_without_a_word() -> None:
    started = {moment: starting(moment) for moment in MOMENTS}

    ended = {moment: (*one.communicate(), one.returncode) for moment, one in started.items()}

    assert ended == dict.fromkeys(MOMENTS, ("", "", 130))


def test_what_was_started_to_go_on_whatever_is_pressed_goes_on() -> None:
    _, said = starting("tacitus.program", "ignored").communicate()

    assert said == "it goes on\n"
