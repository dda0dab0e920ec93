"""What the tests of HTTP show in memory holds over a database: nothing reaches another tenant or bank."""

from urllib.parse import quote

from tacitus.bootstrap import open_runtime
from tacitus.domain.access import Right
from tacitus.http.app import create_app
from tacitus.settings import Settings
from tests.integration.http.keyed import holding, key_of
from tests.integration.http.vault import BANKS, READING, ROUTES, VAULT, filled


async def test_nothing_reaches_another_tenant_nor_who_holds_a_key_for_another_bank(
    new_database: str,
) -> None:
    settings = Settings(database_url=new_database, key_rate=10_000)
    async with open_runtime(settings) as runtime:
        assert not await runtime.gate.locked()
        app = create_app(runtime)
        vault = await filled(app, runtime)
        thieves = [
            await key_of(runtime, "burglars"),
            await key_of(runtime, "acme", Right.ADMIN, "another"),
        ]
        for key in thieves:
            async with holding(app, key) as thief:
                assert await vault.told_apart(thief, READING) == []
                await thief.put(f"{BANKS}/{quote(VAULT, safe='')}", json={})
                assert await vault.leaks(thief, ROUTES) == []
