"""What holds for every test: no network, no settings of the person running it, no real data folder."""

import atexit
import faulthandler
import gc
import ipaddress
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from hypothesis import settings

# What is loaded until the tests begin stays: looking through it for garbage, again and again as it
# grows, takes a tenth of the time that the unit tests have.
gc.disable()

ROOT = Path(__file__).parents[1]
YOUNG = 10_000
"""Objects made between two looks for garbage: tests leave a lot, and little of it in circles."""
HOME = pytest.StashKey[Path]()

HANGS = 120
"""Seconds after which a test that does not end has the stacks of all threads printed, once."""
SET_AGAIN = 10
"""Seconds after which that is set anew: `faulthandler_timeout` does so around each test, which starts
and ends a thread, and takes a twentieth of the time that the unit tests have."""
_watch = {"set": 0.0}

IN_MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30
"""Bytes that have to be free there: data folders of PostgreSQL take most of it."""

# The same examples on every machine, and no failure because a machine is slow.
settings.register_profile("tacitus", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("tacitus")


def _is_local(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        if host in {"", "localhost"}:
            return True
        try:  # what else is a number of this machine: 127.1, 2130706433, 0x7f000001
            address = ipaddress.ip_address(socket.inet_aton(host))
        except (OSError, ValueError):
            return False
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    return address.is_loopback or address.is_unspecified


def stay_off_the_network(event: str, args: tuple[Any, ...]) -> None:
    """Refuse to look up or reach any host but this one (an interpreter audit hook)."""
    if not event.startswith("socket."):  # a hundred thousand others, each of which costs
        return
    match event, args:
        case "socket.getaddrinfo", (str(host) | bytes(host), *_):
            name = host.decode() if isinstance(host, bytes) else host
        case "socket.connect", (_, (str(name), *_)):
            pass
        case _:
            return
    if not _is_local(name):
        raise RuntimeError(f"tests stay off the network, and this one wants {name}")


def keep_files_in_memory() -> None:
    """Let us, and processes started by us, have their files in memory, where there is room for them.

    Databases come and go by the dozen, and each would be waited for until the disk has it, or has
    thrown it away.
    """
    if os.access(IN_MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(IN_MEMORY)


def pytest_configure(config: pytest.Config) -> None:
    for name in [name for name in os.environ if name.startswith("TACITUS_")]:
        del os.environ[name]
    # Processes that tests start would read every module anew, each of them: a second a start.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    keep_files_in_memory()
    config.stash[HOME] = Path(tempfile.mkdtemp(prefix="tacitus-"))
    os.environ["TACITUS_HOME"] = str(config.stash[HOME])
    sys.addaudithook(stay_off_the_network)


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[HOME], ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("database") and item.path.is_relative_to(ROOT / "tests/unit"):
            raise pytest.UsageError(f"{item.nodeid} is a unit test and needs a database")


def pytest_collection_finish() -> None:
    """Set aside what was loaded and stays, so that no test pays for looking through it."""
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
    gc.enable()
    atexit.register(gc.freeze)  # the end of the process takes the rest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Have a test that hangs say where."""
    if time.monotonic() - _watch["set"] > SET_AGAIN:
        _watch["set"] = time.monotonic()
        faulthandler.dump_traceback_later(
            HANGS + SET_AGAIN, file=item.config.stash[fault_handler_stderr_fd_key]
        )
    return (yield)


def pytest_sessionfinish() -> None:
    faulthandler.cancel_dump_traceback_later()
