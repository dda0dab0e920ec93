"""What `KeyStore` promises."""

from dataclasses import replace
from datetime import timedelta

from tacitus.domain.access import Grant, Key, KeyId, Right, made_key, written
from tacitus.domain.ids import uuid7
from tacitus.ports.storage import Stores
from tests.builders import NOON


def a_key(tenant: str, minutes: int = 0, *, banks: frozenset[str] | None = None) -> Key:
    grant = Grant(key=None, tenant=tenant, banks=banks, right=Right.WRITE)
    at = NOON + timedelta(minutes=minutes)
    return written(made_key(grant, "an agent, é", at, at + timedelta(days=1)))[0]


async def test_keys_come_back_as_they_were_given_oldest_first(stores: Stores, tenant: str) -> None:
    late, early = a_key(tenant, 2), a_key(tenant, 1, banks=frozenset(("a / b", "c")))
    for key in (late, early, a_key(f"{tenant}'s neighbour")):
        await stores.keys.add(key)

    assert await stores.keys.all(tenant) == [early, late]


async def test_a_key_is_found_by_whoever_names_it(stores: Stores, tenant: str) -> None:
    key = a_key(tenant)
    await stores.keys.add(key)

    assert await stores.keys.find(key.id) == key
    assert await stores.keys.find(KeyId(uuid7(NOON))) is None


async def test_once_there_was_a_key_there_is_for_ever(stores: Stores, tenant: str) -> None:
    key = a_key(tenant)
    await stores.keys.add(key)
    await stores.keys.add(a_key(tenant))
    await stores.keys.revoke(tenant, key.id, NOON)

    assert await stores.keys.any()


async def test_a_key_is_revoked_once_and_by_its_tenant_alone(stores: Stores, tenant: str) -> None:
    key, later = a_key(tenant), NOON + timedelta(hours=1)
    await stores.keys.add(key)

    assert await stores.keys.revoke("another", key.id, NOON) is None
    assert await stores.keys.find(key.id) == key
    for at in (NOON, later):
        assert await stores.keys.revoke(tenant, key.id, at) == replace(key, revoked_at=NOON)
    assert await stores.keys.find(key.id) == replace(key, revoked_at=NOON)


async def test_it_is_noted_when_a_key_was_used(stores: Stores, tenant: str) -> None:
    key = a_key(tenant)
    await stores.keys.add(key)

    await stores.keys.used(key, NOON)

    assert await stores.keys.find(key.id) == replace(key, used_at=NOON)
