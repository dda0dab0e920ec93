"""The socket that the server answers on."""

import socket

from tacitus.http.server import listening


def test_answers_do_not_wait_for_the_client_to_acknowledge_their_beginning() -> None:
    with (
        listening("127.0.0.1", 0) as door,
        socket.create_connection(door.getsockname()),
        door.accept()[0] as connection,
    ):
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
