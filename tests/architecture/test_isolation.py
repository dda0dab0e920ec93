"""Tests see this machine only, and nothing of the person who runs them."""

import os
import socket
from pathlib import Path

import pytest

from tests.tables import table


@table("address", [("example.org", 80), ("192.0.2.1", 80), ("2001:db8::1", 80)])
def test_a_test_that_reaches_for_the_network_fails(address: tuple[str, int]) -> None:
    with pytest.raises(RuntimeError, match="stay off the network"):
        socket.create_connection(address, timeout=1)


def test_a_test_may_talk_to_a_server_of_its_own() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(("localhost", server.getsockname()[1]), timeout=1) as client,
    ):
        assert client.getpeername() == server.getsockname()


def test_settings_and_data_of_the_person_are_out_of_reach() -> None:
    home = Path(os.environ["TACITUS_HOME"])

    assert [name for name in os.environ if name.startswith("TACITUS_")] == ["TACITUS_HOME"]
    assert home.is_dir()
    assert home.name.startswith("tacitus-")
