"""Keys over HTTP: who is let in, and what each may do."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from uuid import UUID

import httpx
import pytest
from fastapi import FastAPI
from structlog.testing import capture_logs

from tacitus.adapters.clock import TickingClock
from tacitus.areas.access import FRESH
from tacitus.asgi import tools
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.domain.access import KeyId, Right
from tacitus.domain.errors import Unguarded
from tacitus.http.app import create_app
from tacitus.http.limits import LARGEST_BODY
from tacitus.http.rights import OPEN, needed
from tacitus.http.server import serve
from tacitus.settings import Settings
from tacitus.wire.access import KeyRequest
from tests.builders import NOON
from tests.integration.http.keyed import holding, key_of
from tests.integration.http.surface import BESIDE, PARAMETERS, every_route, probe

BANKS = "/v1/default/banks"
NAMES = dict.fromkeys(PARAMETERS, "00000000-0000-7000-8000-000000000000")


@pytest.fixture
def clock() -> TickingClock:
    return TickingClock(NOON, step=timedelta(0))


@pytest.fixture
def runtime(clock: TickingClock, app: FastAPI) -> Runtime:
    app.state.runtime = in_memory_runtime(clock=clock)
    return app.state.runtime


async def test_every_route_asks_for_a_key_once_there_is_one(app: FastAPI, runtime: Runtime) -> None:
    await key_of(runtime, "acme")
    asked = [*every_route(), *BESIDE]

    async with holding(app, None) as nobody:
        answers = {
            (method, path): await probe(method, path).ask(nobody, NAMES) for method, path in asked
        }

    shut = {route: got for route, got in answers.items() if route[1] not in OPEN}
    assert len(shut) > 80
    assert {route: got.status_code for route, got in shut.items() if got.status_code != 401} == {}
    assert {got.headers["WWW-Authenticate"] for got in shut.values()} == {"Bearer"}
    assert {got.status_code for route, got in answers.items() if route[1] in OPEN} == {200}


async def test_what_is_open_tells_of_no_bank(app: FastAPI, runtime: Runtime) -> None:
    await runtime.engine.set_bank("zanzibar")
    await key_of(runtime, "acme")

    async with holding(app, None) as nobody:
        told = "".join([(await nobody.get(path)).text for path in sorted(OPEN)])

    assert "zanzibar" not in told


@pytest.mark.parametrize("right", [Right.READ, Right.WRITE])
async def test_a_key_may_do_what_its_right_says_and_no_more(
    app: FastAPI, runtime: Runtime, right: Right
) -> None:
    key = await key_of(runtime, "acme", right)

    async with holding(app, key) as holder:
        answers = {
            (method, path): (await probe(method, path).ask(holder, NAMES)).status_code
            for method, path in every_route()
        }

    refused = {route for route, status in answers.items() if status == 403}
    assert refused == {route for route in answers if not right.covers(needed(*route))}
    assert 401 not in answers.values()
    assert len(refused) > 5


def test_what_each_right_is_for() -> None:
    bank = f"{BANKS}/{{bank_id}}"
    assert needed("GET", bank + "/memories/list") is Right.READ
    assert needed("POST", bank + "/memories/recall") is Right.READ
    assert needed("POST", bank + "/reflect") is Right.READ
    assert needed("POST", bank + "/memories") is Right.WRITE
    assert needed("DELETE", bank + "/documents/{document_id}") is Right.WRITE
    assert needed("POST", "/a/route/of/tomorrow") is Right.WRITE
    assert needed("DELETE", bank) is Right.ADMIN
    assert needed("PATCH", bank + "/config") is Right.ADMIN
    assert needed("GET", bank + "/webhooks/{webhook_id}/deliveries") is Right.ADMIN
    assert needed("GET", "/v1/default/audit") is Right.ADMIN


async def test_who_may_write_makes_banks_and_leaves_their_configuration(
    app: FastAPI, runtime: Runtime
) -> None:
    async with holding(app, await key_of(runtime, "acme", Right.WRITE)) as writer:
        made = await writer.put(f"{BANKS}/notes", json={"mission": "Remember.", "empathy": 4})
        config = (await writer.get(f"{BANKS}/notes/config")).json()["config"]
        switches = {
            name: 7 if value is None else value
            for name, value in config.items()
            if not name.startswith(("disposition_", "reflect_"))
        }
        answers = {
            (method, name): await writer.request(method, f"{BANKS}/notes", json={name: value})
            for method in ("PUT", "PATCH")
            for name, value in switches.items()
        }

    assert made.status_code == 200
    assert len(answers) > 8
    assert {asked for asked, got in answers.items() if got.status_code != 403} == set()


async def test_a_key_is_shown_in_either_header_and_in_any_case_of_bearer(
    app: FastAPI, runtime: Runtime
) -> None:
    key = await key_of(runtime, "acme")
    good = [{"Authorization": f"Bearer {key}"}, {"Authorization": f"bearer  {key} "}]
    good += [{"X-API-Key": key}]
    bad = [{"Authorization": key}, {"Authorization": f"Basic {key}"}, {"X-API-Key": key[:-1]}]
    bad += [{"Authorization": "Bearer"}, {"Authorization": "Bearer é"}, {"Cookie": key}]

    async with holding(app, None) as asking:
        statuses = [
            [(await asking.get(BANKS, headers=_latin(one))).status_code for one in rows]
            for rows in (good, bad)
        ]

    assert statuses == [[200] * len(good), [401] * len(bad)]


def _latin(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(key.encode(), value.encode("latin-1")) for key, value in headers.items()]


async def test_a_revoked_key_is_dead_here_at_once_and_elsewhere_within_seconds(
    app: FastAPI, runtime: Runtime, clock: TickingClock
) -> None:
    async with (
        AsyncClient(
            "http://memory", await key_of(runtime, "default"), transport=httpx.ASGITransport(app)
        ) as admin,
        holding(app, (made := await admin.create_key(KeyRequest(label="agent"))).key) as agent,
    ):
        assert (await agent.get(BANKS)).status_code == 200

        await runtime.engine.access.revoke(KeyId(UUID(made.id)))
        assert (await agent.get(BANKS)).status_code == 200  # another server revoked it just now
        clock.advance(seconds=FRESH.total_seconds())
        assert (await agent.get(BANKS)).status_code == 401

        other = await admin.create_key(KeyRequest(right="write"))
        async with holding(app, other.key) as second:
            assert (await second.get(BANKS)).status_code == 200
            await admin.revoke_key(other.id)
            assert (await second.get(BANKS)).status_code == 401

        good = {key.id for key in (await admin.keys()).keys if key.revoked_at is None}
        assert len(good) == 1
        assert not good & {made.id, other.id}


async def test_a_key_expires(app: FastAPI, runtime: Runtime, clock: TickingClock) -> None:
    until = NOON + timedelta(minutes=1)
    _, key = await runtime.engine.access.create("", Right.READ, expires_at=until)

    async with holding(app, key) as holder:
        before = (await holder.get(BANKS)).status_code
        clock.advance(minutes=1)
        after = (await holder.get(BANKS)).status_code

    assert (before, after) == (200, 401)


async def test_the_first_key_made_over_http_shuts_the_door_behind_it(
    app: FastAPI, runtime: Runtime
) -> None:
    async with holding(app, None) as asking:
        made = await asking.post("/v1/default/keys", json={"label": "mine", "right": "admin"})

        assert made.status_code == 201
        assert (await asking.get(BANKS)).status_code == 401
        asking.headers["Authorization"] = f"Bearer {made.json()['key']}"
        assert (await asking.get(BANKS)).status_code == 200
        [listed] = (await asking.get("/v1/default/keys")).json()["keys"]
        assert "key" not in listed


async def test_a_key_for_some_banks_is_none_for_the_tenant(app: FastAPI, runtime: Runtime) -> None:
    async with holding(app, await key_of(runtime, "acme", Right.ADMIN, "notes")) as holder:
        answers = [await holder.get("/v1/default/keys"), await holder.post("/v1/default/keys")]

    assert [answer.status_code for answer in answers] == [403, 403]


async def test_without_a_key_only_this_machine_is_answered(app: FastAPI) -> None:
    here, there = "127.0.0.1", "192.168.1.20"
    rows = [
        (here, here, False, 200),
        ("::1", "::1", False, 200),
        (there, here, False, 401),  # reached under an address for others
        (here, there, False, 401),  # forwarded for somebody else, as who stands in front says
        ("fe80::1", "fe80::2", False, 401),
        (there, there, True, 200),
    ]
    wrong: list[object] = []
    for server, client, told, status in rows:
        app.state.runtime = in_memory_runtime(Settings(without_keys=told))
        name = f"[{server}]" if ":" in server else server
        transport = httpx.ASGITransport(app, client=(client, 7))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{name}") as asking:
            got = await asking.get(BANKS, headers={"Host": "localhost"})
            if got.status_code != status:
                wrong.append((server, client, told, got.status_code))
    assert wrong == []


async def test_whatever_a_client_calls_its_key_is_fine_while_there_is_none(
    app: FastAPI, runtime: Runtime
) -> None:
    async with holding(app, "anything") as asking:
        assert (await asking.get(BANKS)).status_code == 200


async def test_a_server_listens_for_others_only_with_a_key_or_told_twice() -> None:
    for host in ("0.0.0.0", "::", "192.168.1.20", "memory.example.org"):
        with pytest.raises(Unguarded, match=r"tacitus key create.*--without-keys"):
            await serve(in_memory_runtime(Settings(host=host)))


async def test_a_wrong_key_is_logged_by_its_id_alone(app: FastAPI, runtime: Runtime) -> None:
    good = await key_of(runtime, "acme")
    id, secret = good[4:36], good[37:]
    wrong = [f"{good[:-4]}beef", good.replace(id, "f" * 32), "sk-something-else"]

    with capture_logs() as logs:
        for key in wrong:
            async with holding(app, key) as holder:
                assert (await holder.get(BANKS)).status_code == 401

    refused = [entry for entry in logs if entry["event"] == "key refused"]
    assert [entry["why"] for entry in refused] == ["wrong", "unknown", "no key of ours"]
    assert [entry["client"] for entry in refused] == ["127.0.0.1"] * 3
    assert secret[:8] not in str(logs)
    assert "sk-" not in str(logs)


async def test_a_key_has_a_pace(app: FastAPI, clock: TickingClock) -> None:
    runtime = app.state.runtime = in_memory_runtime(Settings(key_rate=0.5), clock)
    first, second = await key_of(runtime, "acme"), await key_of(runtime, "acme")

    async with holding(app, first) as fast, holding(app, second) as other:
        answers = [await fast.get(BANKS) for _ in range(3)]
        assert [got.status_code for got in answers] == [200, 200, 429]  # 4 s of 0.5 a second
        assert answers[2].headers["Retry-After"] == "2"
        assert (await other.get(BANKS)).status_code == 200
        assert (await fast.get("/health")).status_code == 200
        clock.advance(seconds=2)
        assert (await fast.get(BANKS)).status_code == 200


async def test_without_a_key_nobody_is_held_up(app: FastAPI, clock: TickingClock) -> None:
    app.state.runtime = in_memory_runtime(Settings(key_rate=0.1), clock)

    async with holding(app, None) as asking:
        assert {(await asking.get(BANKS)).status_code for _ in range(20)} == {200}


async def test_a_body_of_untold_length_ends_at_the_limit_wherever_it_is_sent(
    clock: TickingClock,
) -> None:
    runtime = in_memory_runtime(Settings(key_rate=1000), clock)
    app = create_app(runtime, tools)
    sent: list[int] = []

    async def endless() -> AsyncGenerator[bytes]:
        yield b'{"jsonrpc": "2.0", "id": 1, "method": "'
        for _ in range(1000):
            sent.append(1024**2)
            yield b"x" * 1024**2

    paths = [path for method, path in [*every_route(), *BESIDE] if method == "POST"]
    reading = [path for path in paths if path.endswith(("/memories", "/reflect", "/mcp/{bank_id}"))]
    async with app.router.lifespan_context(app), holding(app, None) as asking:
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        for path in reading:
            answer = await asking.post(
                path.replace("{bank_id}", "x"), content=endless(), headers=headers
            )
            assert answer.status_code == 413, (path, answer.text)
            assert sum(sent) <= LARGEST_BODY + 2 * 1024**2
            sent.clear()
