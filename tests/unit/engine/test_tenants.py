"""A process opens the banks of one tenant."""

from dataclasses import replace

import httpx
import pytest

from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.domain.errors import BankNotFound
from tacitus.engine import Engine
from tacitus.http.app import create_app
from tacitus.settings import Settings


async def test_the_banks_of_another_tenant_are_not_there(engine: Engine) -> None:
    await engine.retain("notes", "Ana lives in Oslo.")
    other = replace(engine, tenant="other")

    assert await other.banks() == ([], 0)
    with pytest.raises(BankNotFound):
        await other.recall("notes", "Where does Ana live?")


async def test_two_tenants_may_call_their_banks_the_same(engine: Engine) -> None:
    other = replace(engine, tenant="other")
    await engine.retain("notes", "Ana lives in Oslo.")
    await other.retain("notes", "Ben keeps bees.")

    await other.delete_bank("notes")

    assert (await engine.stats("notes")).memories == {"world": 1}


async def test_on_the_wire_the_tenant_is_called_default() -> None:
    runtime = in_memory_runtime(Settings(tenant="acme"))
    await runtime.engine.retain("notes", "Ana lives in Oslo.")

    async with asked_of(runtime) as client:
        listed = await client.banks()

    assert runtime.engine.tenant == "acme"
    assert [bank.bank_id for bank in listed.banks] == ["notes"]


def asked_of(runtime: Runtime) -> AsyncClient:
    return AsyncClient("http://memory", transport=httpx.ASGITransport(create_app(runtime)))
