"""A pasted header, key or password reaches no table and no log, by whichever way it comes in.

That no model sees it is in tests/unit/engine/test_redaction.py.
"""

import io
import logging
from collections.abc import Generator
from typing import LiteralString, cast

import httpx
import psycopg
import pytest
import structlog

from tacitus.adapters.postgres import embedded_url
from tacitus.bootstrap import Runtime
from tacitus.http.app import create_app
from tacitus.seeing.logs import configure_logs

BANK = "/v1/default/banks/pasted"
KEY = "MIIEpAIBAAKCAQEA7bqd0fTzq3Lr1Xm5vK8nHs2pYw4c"
PASTED = (
    "Ana: this is what failed, Bo:\n"
    "curl -H 'Authorization: Bearer q9Zr4tKx81mWv2' https://ana:Tr0ub4dor@memory/x\n"
    f"-----BEGIN RSA PRIVATE KEY-----\n{KEY}\n-----END RSA PRIVATE KEY-----\n"
    "Bo: and the gate's password: hunter2! Commit 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b broke it."
)
SECRETS = ("q9Zr4tKx81mWv2", "Tr0ub4dor", KEY, "hunter2")


@pytest.fixture
def logged() -> Generator[io.StringIO]:
    root, out = logging.getLogger(), io.StringIO()
    before = root.handlers, root.level
    configure_logs("debug", out)
    yield out
    structlog.reset_defaults()
    root.handlers, root.level = before


async def test_it_is_redacted_before_it_is_queued_stored_or_logged(
    runtime: Runtime, logged: io.StringIO
) -> None:
    transport = httpx.ASGITransport(create_app(runtime), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
        for body in (
            {"items": [{"content": PASTED, "document_id": "now", "metadata": {"note": PASTED}}]},
            {"items": [{"content": PASTED, "document_id": "later"}], "async": True},
        ):
            (await http.post(f"{BANK}/memories", json=body)).raise_for_status()
        file = {"files": ("a.txt", PASTED.encode())}
        (await http.post(f"{BANK}/files/retain", files=file)).raise_for_status()
        told = {"content": "I am Ana. " + PASTED}
        (await http.post(f"{BANK}/background", json=told)).raise_for_status()
        (await http.post(f"{BANK}/reflect", json={"query": PASTED})).raise_for_status()
        shown = (await http.get(f"{BANK}/documents/now")).json()["original_text"]
    await runtime.work(forever=False)

    assert "Authorization: Bearer [redacted: credentials]" in shown
    assert "Commit 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b broke it." in shown
    assert [word for word in SECRETS if word in logged.getvalue()] == []
    assert await _tables_holding(runtime, SECRETS) == {}
    assert "tacitus.documents" in await _tables_holding(
        runtime, ("3f2a9c1d4e5b6a7f8091a2b3c4d5e6f7",)
    )


async def _tables_holding(runtime: Runtime, words: tuple[str, ...]) -> dict[str, int]:
    """Look through every table of the database, queued work included."""
    holding: dict[str, int] = {}
    async with (
        embedded_url(runtime.settings.home) as url,
        await psycopg.AsyncConnection.connect(url) as database,
    ):
        tables = await database.execute(
            "SELECT oid::regclass::text FROM pg_class"
            " WHERE relnamespace = 'tacitus'::regnamespace AND relkind = 'r'"
        )
        for (table,) in await tables.fetchall():
            asked = cast(LiteralString, f"SELECT count(*) FROM {table} AS t WHERE t::text ~ %s")
            found = await database.execute(asked, ["|".join(words)])
            [count] = await found.fetchone() or [0]
            holding |= {table: count} if count else {}
    return holding
