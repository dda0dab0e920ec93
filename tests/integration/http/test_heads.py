"""HEAD is answered as GET is, without the body."""

import http.client
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI

from tacitus.bootstrap import in_memory_runtime
from tacitus.http.app import create_app
from tacitus.settings import Settings
from tests.acceptance.server import serve
from tests.integration.http.keyed import holding, key_of
from tests.integration.http.vault import READING, Vault, asked, filled

SAID = ("content-type", "content-length", "content-disposition", "www-authenticate", "allow")
CHANGES = ("/metrics", "/health", "/audit")
"""What is counted there is another number the next time."""


@pytest.fixture
async def vault(app: FastAPI) -> Vault:
    return await filled(app, in_memory_runtime(Settings(key_rate=10_000)))


async def test_whatever_can_be_read_is_asked_for_by_its_head(vault: Vault) -> None:
    told_otherwise: dict[str, object] = {}
    for key in (vault.key, await key_of(vault.runtime, "burglars"), ""):
        async with holding(vault.app, key) as asking:
            for method, path in READING:
                got = await asked(asking, (method, path), vault.names)
                head = await asked(asking, ("HEAD", path), vault.names)
                same = got.status_code == head.status_code and all(
                    got.headers.get(name) == head.headers.get(name)
                    for name in SAID
                    if not (name == "content-length" and any(part in path for part in CHANGES))
                )
                if not same or head.content:
                    told_otherwise[path] = (
                        got.headers,
                        head.status_code,
                        head.headers,
                        head.content,
                    )

    assert told_otherwise == {}


def test_a_connection_goes_on_after_it() -> None:
    with serve(create_app(in_memory_runtime())) as address:
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)
        answers: list[tuple[int, bytes]] = []
        for method in ("HEAD", "GET", "HEAD"):
            connection.request(method, "/version")
            answer = connection.getresponse()
            length = answer.headers["content-length"]
            answers.append((answer.status, answer.read()))
            assert int(length) > 0
        connection.close()

    _, (_, body), _ = answers
    assert answers == [(200, b""), (200, body), (200, b"")]
    assert b"version" in body
