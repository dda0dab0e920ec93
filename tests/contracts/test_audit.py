"""What `AuditStore` promises."""

from dataclasses import replace
from datetime import timedelta

from tacitus.domain.access import KeyId
from tacitus.domain.audit import Audited, AuditPage
from tacitus.domain.ids import uuid7
from tacitus.ports.storage import Stores
from tests.builders import NOON

KEY = KeyId(uuid7(NOON))


def a_row(tenant: str, minutes: int = 0) -> Audited:
    return Audited(
        at=NOON + timedelta(minutes=minutes),
        tenant=tenant,
        key=KEY,
        request=f"request {minutes}",
        what="recall",
        bank="a / bänk",
        status=200,
    )


async def test_rows_come_back_as_they_were_noted_latest_first(stores: Stores, tenant: str) -> None:
    first = replace(a_row(tenant), key=None, bank=None, status=404)
    second, third = replace(a_row(tenant), request="same moment"), a_row(tenant, 5)
    await stores.audit.add([third, first])
    await stores.audit.add([second])

    assert await stores.audit.page(tenant, AuditPage()) == ([third, second, first], 3)


async def test_a_page_counts_all_even_past_the_end(stores: Stores, tenant: str) -> None:
    await stores.audit.add([a_row(tenant, minute) for minute in range(4)])

    page, total = await stores.audit.page(tenant, AuditPage(limit=2, offset=1))

    assert ([row.request for row in page], total) == (["request 2", "request 1"], 4)
    assert await stores.audit.page(tenant, AuditPage(offset=9)) == ([], 4)


async def test_rows_are_found_by_each_of_what_is_kept(stores: Stores, tenant: str) -> None:
    wanted = a_row(tenant, 3)
    early, late = a_row(tenant, 1), replace(a_row(tenant, 9), bank="b", key=None)
    await stores.audit.add([early, wanted, late])
    since, until = NOON + timedelta(minutes=3), NOON + timedelta(minutes=9)

    for asked, found in (
        (AuditPage(bank="b"), [late]),
        (AuditPage(key=KEY), [wanted, early]),
        (AuditPage(request="request 3"), [wanted]),
        (AuditPage(since=since, until=until), [wanted]),
        (AuditPage(bank="nobody's"), []),
    ):
        assert await stores.audit.page(tenant, asked) == (found, len(found))


async def test_a_tenant_sees_its_own_rows_alone(stores: Stores, tenant: str) -> None:
    await stores.audit.add([a_row(tenant)])
    await stores.audit.add([a_row(f"{tenant}'s neighbour")])

    assert await stores.audit.page(tenant, AuditPage()) == ([a_row(tenant)], 1)


async def test_what_is_older_goes_for_all_tenants(stores: Stores, tenant: str) -> None:
    other = f"{tenant}'s neighbour"
    for whose in (tenant, other):
        await stores.audit.add([a_row(whose, -9), a_row(whose, 0)])
    await stores.audit.prune(NOON)

    for whose in (tenant, other):
        assert a_row(whose, 0) in (await stores.audit.page(whose, AuditPage()))[0]
        assert a_row(whose, -9) not in (await stores.audit.page(whose, AuditPage()))[0]


async def test_connections_are_counted(stores: Stores, tenant: str) -> None:
    await stores.audit.add([a_row(tenant)])

    pool = stores.pool()

    assert 0 <= pool.idle <= pool.open <= 10
    assert (pool.waiting, pool.waits >= 0, pool.waited_seconds >= 0) == (0, True, True)
