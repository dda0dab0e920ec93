"""A server on this machine answers under names of this machine, and no web page of others."""

import httpx
from fastapi import FastAPI

from tacitus.bootstrap import in_memory_runtime
from tacitus.settings import Settings
from tests.integration.http.surface import BESIDE, every_route

BANKS = "/v1/default/banks"
HERE = "http://127.0.0.1:8888"
ELSEWHERE = "http://192.168.1.20:8888"
Row = tuple[dict[str, str], int]


def listening(app: FastAPI, *, reached: str = HERE, **settings: str) -> httpx.AsyncClient:
    """A client of a server with such settings, reached at an address of its machine."""
    app.state.runtime = in_memory_runtime(Settings(**settings))  # pyright: ignore[reportArgumentType]
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=reached)


async def wrong(client: httpx.AsyncClient, rows: list[Row]) -> list[tuple[Row, int]]:
    """Return the rows that are answered with another status, and that status."""
    answers = [(await client.get(BANKS, headers=headers)).status_code for headers, _ in rows]
    return [(row, got) for row, got in zip(rows, answers, strict=True) if row[1] != got]


async def test_a_server_on_this_machine_goes_by_names_of_this_machine_alone(app: FastAPI) -> None:
    hosts = {
        200: """127.0.0.1 127.0.0.1:8888 127.0.0.2:1 localhost LOCALHOST:8888 localhost. [::1] [::1]:8888
            tacitus.localhost:8888 host.docker.internal:8888 host.containers.internal""",
        421: """evil.example evil.example:8888 127.0.0.1.evil.example localhost.evil.example evil.localhost.example
            evillocalhost 127.0.0.1@evil.example evil.example@127.0.0.1 evil.example#localhost [evil] 10.0.0.1
            192.168.1.20:8888 0.0.0.0 [::] : [::1""",
    }
    rows = [({"Host": host}, status) for status, listed in hosts.items() for host in listed.split()]

    async with listening(app) as client:
        assert await wrong(client, rows) == []


async def test_a_server_on_this_machine_answers_no_page_of_others(app: FastAPI) -> None:
    pages = {
        200: """http://localhost http://localhost:5173 https://127.0.0.1 http://[::1]:3000
            http://app.localhost:3000""",
        403: """http://evil.example https://evil.example:8888 http://localhost.evil.example null file://
            http://127.0.0.1.evil.example http://127.0.0.1@evil.example chrome-extension://abcdef http://[x""",
    }
    rows = [
        ({"Origin": page}, status) for status, listed in pages.items() for page in listed.split()
    ]

    async with listening(app) as client:
        assert await wrong(client, rows) == []


async def test_every_route_refuses_a_foreign_host_and_page_before_it_does_anything(
    app: FastAPI,
) -> None:
    routes = [*every_route(), *BESIDE]

    async with listening(app) as client:
        answered = {
            (method, path, header): (await client.request(method, path, headers={header: value}))
            for method, path in routes
            for header, value in (("Host", "evil.example"), ("Origin", "http://evil.example"))
        }

    due = {"Host": 421, "Origin": 403}
    assert [one for one, got in answered.items() if got.status_code != due[one[2]]] == []
    assert {got.json()["detail"] for got in answered.values()} == {
        f"The {of}: call it localhost, or list the name in TACITUS_ALLOWED_HOSTS"
        for of in (
            "Host header names no host of this server",
            "Origin header names a page of others",
        )
    }


async def test_a_server_that_listens_for_others_may_have_any_name(app: FastAPI) -> None:
    ways = [
        (ELSEWHERE, "0.0.0.0"),
        (HERE, "0.0.0.0"),  # by a proxy on the same machine
        ("http://[fe80::1]", "::"),
        (ELSEWHERE, "127.0.0.1"),  # another program listens than the one that the settings are for
        ("http://memory", "127.0.0.1"),  # no network at all
    ]
    rows: list[Row] = [
        ({"Host": "memory.example.org"}, 200),
        ({"Host": "192.168.1.20:8888"}, 200),
        ({"Host": "memory.example.org", "Origin": "https://memory.example.org"}, 200),
    ]

    for reached, host in ways:
        async with listening(app, reached=reached, host=host, without_keys="true") as client:
            assert await wrong(client, rows) == [], (reached, host)


async def test_names_that_are_listed_are_answered_and_no_others(app: FastAPI) -> None:
    rows: list[Row] = [
        ({"Host": "memory.example.org", "Origin": "https://Memory.example.org"}, 200),
        ({"Host": "MEMORY.example.org:443"}, 200),
        ({"Host": "nas:8888"}, 200),
        ({"Host": "localhost", "Origin": "chrome-extension://abcdef"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "sub.memory.example.org"}, 421),
        ({"Host": "nas", "Origin": "http://evil.example"}, 403),
    ]

    listed = " memory.example.org,NAS , abcdef,"
    for host in ("127.0.0.1", "0.0.0.0"):
        async with listening(app, host=host, allowed_hosts=listed) as client:
            assert await wrong(client, rows) == [], host


async def test_a_star_lists_every_name(app: FastAPI) -> None:
    async with listening(app, allowed_hosts="*") as client:
        assert await wrong(client, [({"Host": "any.example", "Origin": "null"}, 200)]) == []
