"""Keys, shown by the field's own client, unmodified, to a server on a port."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager

import pytest
from hindsight_client import Hindsight
from hindsight_client_api.exceptions import ApiException, ForbiddenException, UnauthorizedException

from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.access import Grant, Right
from tacitus.http.app import create_app
from tests.acceptance.server import serve

TALK = "Ana moved to Oslo last week."


@pytest.fixture(scope="module")
def runtime() -> Runtime:
    return in_memory_runtime()


@pytest.fixture(scope="module")
def address(runtime: Runtime) -> Generator[str]:
    with serve(create_app(runtime)) as address:
        yield address


def key(runtime: Runtime, right: Right, *, tenant: str = "acme") -> str:
    whole = Grant(key=None, tenant=tenant, banks=None, right=Right.ADMIN)
    return asyncio.run(runtime.engine.granted(whole).access.create("", right))[1]


@asynccontextmanager
async def asking(address: str, key: str | None) -> AsyncGenerator[Hindsight]:
    client = Hindsight(base_url=address, api_key=key)
    yield client
    await client.aclose()


async def status_of(client: Hindsight) -> int:
    """Return how a retain is answered."""
    try:
        await client.aretain(bank_id="talks", content=TALK)
    except UnauthorizedException:
        return 401
    except ForbiddenException:
        return 403
    return 200


def test_the_client_shows_its_key_and_is_told_what_it_may(runtime: Runtime, address: str) -> None:
    writer, reader = key(runtime, Right.WRITE), key(runtime, Right.READ)
    elsewhere = key(runtime, Right.ADMIN, tenant="burglars")

    async def ask(shown: str | None) -> tuple[int, list[str]]:
        async with asking(address, shown) as client:
            status = await status_of(client)
            try:
                found = await client.arecall(bank_id="talks", query="Where did Ana move?")
            except ApiException:
                return status, []
            return status, [one.text for one in found.results]

    said = {shown: asyncio.run(ask(shown)) for shown in (writer, reader, None, f"{writer[:-1]}x")}

    assert said == {
        writer: (200, [TALK]),
        reader: (403, [TALK]),
        None: (401, []),
        f"{writer[:-1]}x": (401, []),
    }
    assert asyncio.run(banks_of(address, elsewhere)) == []


async def banks_of(address: str, key: str) -> list[str]:
    async with asking(address, key) as client:
        return [bank.bank_id for bank in (await client.banks.list_banks()).banks]
