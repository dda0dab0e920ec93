"""After something was forgotten, no route, no tool and no table tells a word of it."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, LiteralString, cast
from urllib.parse import quote
from uuid import UUID

import httpx
import psycopg
import psycopg.rows
import pytest

from tacitus.adapters.postgres import embedded_url
from tacitus.asgi import tools
from tacitus.bootstrap import Runtime, in_memory_runtime, open_runtime
from tacitus.domain.changes import Changes
from tacitus.domain.forgetting import Gone
from tacitus.domain.ids import DocumentId, EntityId, MemoryId
from tacitus.domain.memories import Network
from tacitus.domain.opinions import fold
from tacitus.engine import Engine
from tacitus.http.app import create_app
from tacitus.settings import Settings
from tests.acceptance.faults.banks import Bank, on
from tests.builders import a_record
from tests.integration.http.surface import PARAMETERS, every_route, probe

TALK = (
    "Quillon Marsh: I keep the lighthouse of Zanzibar.\n"
    "Tom: I like rain.\n"
    "Tom: Quill and I saw a walrus.\n"
    "Tom: I own a bakery in Turku."
)
LETTER = "Quillon Marsh sails a dinghy. Tom bakes rye bread."
ALIASES = ("Quillon Marsh", "Quillon", "Quill", "Marsh")
_numbers = count(1)
Database = psycopg.AsyncConnection[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One way to forget, and the words that are gone after it.

    Attributes:
        stays: A word that must still be found.
        opinions: How many are left.
    """

    forget: Callable[[Engine, str, Mapping[str, str]], Awaitable[Gone]]
    words: tuple[str, ...]
    stays: str | None
    opinions: int = 1


async def _memory(engine: Engine, bank: str, names: Mapping[str, str]) -> Gone:
    return await engine.forgetting.memory(bank, MemoryId(UUID(names["memory_id"])))


async def _document(engine: Engine, bank: str, names: Mapping[str, str]) -> Gone:
    return await engine.forgetting.document(bank, DocumentId("talk"))


async def _entity(engine: Engine, bank: str, names: Mapping[str, str]) -> Gone:
    return await engine.forgetting.entity(bank, EntityId(UUID(names["entity_id"])))


async def _whole(engine: Engine, bank: str, names: Mapping[str, str]) -> Gone:
    return await engine.forgetting.whole(bank)


ALL = ("lighthouse", "zanzibar", "walrus", "dinghy", "quill", "marsh", "heron")
CASES = {
    "memory": Case(forget=_memory, words=("lighthouse", "zanzibar"), stays="bakery"),
    "document": Case(
        forget=_document,
        words=("lighthouse", "zanzibar", "walrus", "bakery"),
        stays="dinghy",
        opinions=0,
    ),
    "entity": Case(forget=_entity, words=ALL, stays="bakery"),
    "bank": Case(forget=_whole, words=(*ALL, "bakery", "rye"), stays=None),
}


async def filled(runtime: Runtime, http: httpx.AsyncClient, bank: str) -> dict[str, str]:
    """Fill a bank with something of every kind that names her; return what its addresses are made of."""
    engine, held = runtime.engine, Bank(runtime.engine, bank)
    await held.retain(TALK, on(2024), document="talk", context="A talk. Quill was there.")
    await held.retain(LETTER, on(2024, 2), document="letter", metadata={"by": "Marsh", "to": "Tom"})
    [kept] = await held.memories(words="lighthouse")
    [bakery] = await held.memories(words="bakery")
    her = await _merged(held)
    ids = {
        **dict.fromkeys(PARAMETERS, "none"),
        "bank_id": bank,
        "document_id": "talk",
        "memory_id": str(kept.id),
        "entity_id": str(her),
        "chunk_id": f"{bank}_talk_0",
    }

    async def said(method: str, path: str, body: Any = None) -> dict[str, Any]:
        answer = await http.request(method, f"/v1/default/banks/{quote(bank)}{path}", json=body)
        assert answer.is_success, (path, answer.text)
        return answer.json()

    edit = {"text": "Tom: I own a bakery in Turku now.", "reason": "Quillon says so"}
    await said("PATCH", f"/memories/{bakery.id}", edit)
    for text, basis in (
        ("The lighthouse of Zanzibar is well kept.", kept.id),
        ("Tom is a good baker.", bakery.id),
    ):
        stated = {"text": text, "confidence": 0.6, "drawn_from": [str(basis)], "who": "me"}
        ids["opinion_id"] = (await said("POST", "/opinions", stated))["id"]
    evidence = {"memory_id": str(kept.id), "relation": "reinforce", "who": "me"}
    await said("POST", f"/opinions/{ids['opinion_id']}/evidence", evidence)
    judged = {**evidence, "memory_id": str(bakery.id), "who": "Quillon", "reason": "a heron"}
    await said("POST", f"/opinions/{ids['opinion_id']}/evidence", judged)
    for name, question in (("Keeper", "Who keeps what?"), ("Quill", "Who sails?")):
        made = await said("POST", "/mental-models", {"name": name, "source_query": question})
        ids["model_id"] = made["mental_model_id"]
    await runtime.work(forever=False)
    asked = {"query": "Where is Quillon?", "helpful": [str(bakery.id)]}
    await said("POST", "/memories/recall/feedback", asked)
    item = {"content": "Quillon saw a heron.", "document_id": "later"}
    later = await said("POST", "/memories", {"items": [item], "async": True})
    ids["operation_id"] = later["operation_id"]
    told = "Quillon Marsh keeps the lighthouse."
    [vector] = await engine.embedder.embed([told])
    summary = a_record(told, bank=kept.bank, network=Network.OBSERVATION, vector=vector)
    drawn = ((summary.memory.id, (kept.id,)),)
    await engine.stores.memories.apply(
        Changes(bank=kept.bank, records=(summary,), drawn_from=drawn)
    )
    return ids


async def _merged(bank: Bank) -> EntityId:
    """Let all her names be hers."""
    identities = bank.engine.identities
    her = (await identities.find(bank.name, "Quillon Marsh")).id
    for name in ALIASES[1:]:
        known = [one for one in await bank.entities() if name.casefold() in one.forms]
        if not known:
            await identities.alias(bank.name, her, name)
        elif known[0].id != her:
            await identities.merge(bank.name, her, known[0].id)
    return her


@asynccontextmanager
async def asking(runtime: Runtime) -> AsyncGenerator[httpx.AsyncClient]:
    """Open a server for everything that it answers."""
    app = create_app(runtime, tools)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http,
    ):
        yield http


READING = [route for route in every_route() if route[0] == "GET"]
ASKED = [("POST", "/v1/default/banks/{bank_id}/memories/recall"),
         ("POST", "/v1/default/banks/{bank_id}/reflect")]  # fmt: skip


async def tells(
    http: httpx.AsyncClient, ids: Mapping[str, str], texts: tuple[str, ...], words: tuple[str, ...]
) -> set[str]:
    """Return where which words are told, by any route that reads and by any tool."""
    found: set[str] = set()

    def look(place: str, answer: str, asked: str = "") -> None:
        left = answer.replace(json.dumps(asked)[1:-1], "").casefold()
        found.update(f"{place}: {word}" for word in words if word in left)

    for method, path in READING:
        got = await probe(method, path).ask(http, ids)
        assert got.status_code in {200, 400, 404, 501}, (path, got.text)
        look(path, got.text)
    detail = f"/v1/default/banks/{quote(ids['bank_id'])}/operations/{ids['operation_id']}"
    look("payload", (await http.get(detail, params={"include_payload": True})).text)
    for text in texts:
        for method, path in ASKED:
            one = replace(probe(method, path), body={"query": text})
            look(path, (await one.ask(http, ids)).text, text)
        for tool in ("recall", "reflect"):
            look(tool, await _call(http, ids["bank_id"], tool, {"query": text}), text)
    for tool, arguments in _calls(ids, words):
        asked = str(arguments.get("words", ""))
        look(tool, await _call(http, ids["bank_id"], tool, arguments), asked)
    return found


def _calls(ids: Mapping[str, str], words: tuple[str, ...]) -> list[tuple[str, dict[str, object]]]:
    return [
        *(("list", {"what": what}) for what in ("memories", "documents", "operations")),
        ("list", {"what": "memories", "words": words[0]}),
        *(("get", {id: ids[id]}) for id in ("memory_id", "document_id", "operation_id")),
        ("opinions", {}),
        ("opinions", {"opinion_id": ids["opinion_id"]}),
    ]


async def _call(http: httpx.AsyncClient, bank: str, tool: str, arguments: object) -> str:
    answer = await http.post(
        f"/mcp/{quote(bank)}",
        json={
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        },
        headers={"Accept": "application/json, text/event-stream"},
    )
    assert answer.status_code == 200, answer.text
    return answer.text


async def beliefs(runtime: Runtime, bank: str) -> int:
    """See that every opinion is as confident as its evidence makes it; return how many there are."""
    opinions, _ = await runtime.engine.beliefs.page(bank)
    for one in opinions:
        held = await runtime.engine.beliefs.find(bank, one.id)
        assert held.memory.confidence == pytest.approx(
            fold(held.initial, held.evidence, held.folding)
        )
    return len(opinions)


TEXTS = (
    "I keep the lighthouse of Zanzibar.", "Quill and I saw a walrus.",
    "Quillon Marsh sails a dinghy.", "Quillon saw a heron.", *ALIASES,
)  # fmt: skip


async def test_no_route_and_no_tool_tells_what_was_forgotten() -> None:
    runtime = in_memory_runtime()
    async with asking(runtime) as http:
        for kind, case in CASES.items():
            ids = await filled(runtime, http, kind)
            assert len(await tells(http, ids, TEXTS[:1], case.words)) > 15

            await case.forget(runtime.engine, kind, ids)

            assert await tells(http, ids, TEXTS, case.words) == set(), kind
            if case.stays:
                assert await tells(http, ids, ("Tom",), (case.stays,)), kind
                assert await beliefs(runtime, kind) == case.opinions


@pytest.mark.database
async def test_nor_does_any_table_or_another_server_that_knew_it(runtime: Runtime) -> None:
    async with (
        open_runtime(Settings(home=runtime.settings.home)) as beside,
        asking(runtime) as here,
        asking(beside) as there,
        embedded_url(runtime.settings.home) as url,
        await Database.connect(url, row_factory=psycopg.rows.dict_row) as database,
    ):
        for kind, case in CASES.items():
            bank = f"{kind} {next(_numbers)}"
            others = await _standing(database, case.words)
            ids = await filled(runtime, here, bank)
            known = await tells(there, ids, TEXTS[:1], case.words)
            stood = await _standing(database, case.words) - others
            assert (len(known) > 10, len(stood) > 6) == (True, True), (known, stood)

            await case.forget(runtime.engine, bank, ids)

            assert await tells(there, ids, TEXTS, case.words) == set(), kind
            assert await tells(here, ids, TEXTS[:1], case.words) == set(), kind
            assert await _standing(database, case.words) == others, kind
            assert await _orphans(database) == {}, kind
            if case.stays:
                assert await tells(there, ids, ("Tom",), (case.stays,)), kind
                assert await beliefs(beside, bank) == case.opinions
                await runtime.engine.forgetting.whole(bank)


async def _standing(database: Database, words: tuple[str, ...]) -> set[tuple[str, int]]:
    """Return the tables that hold any of some words, in any column, with how many rows do."""
    tables = await _rows(
        database,
        "SELECT table_name AS name FROM information_schema.tables"
        " WHERE table_schema = 'tacitus' AND table_type = 'BASE TABLE'",
    )
    holding: set[tuple[str, int]] = set()
    for table in tables:
        query = f"SELECT count(*) AS n FROM tacitus.{table['name']} AS t WHERE t::text ~* %(words)s"
        [row] = await _rows(database, query, words="|".join(words))
        if row["n"]:
            holding.add((table["name"], row["n"]))
    return holding


ORPHANS = {
    "entities that nothing mentions": """
        SELECT count(*) AS n FROM tacitus.entities AS e WHERE mention_count <> (
            SELECT count(*) FROM tacitus.mentions AS m WHERE m.bank = e.bank AND m.entity = e.id)""",
    "sources of documents that are gone": """
        SELECT count(*) AS n FROM tacitus.sources AS s WHERE NOT EXISTS (
            SELECT FROM tacitus.documents AS d WHERE d.bank = s.bank AND d.id = s.document)""",
    "facts without sources": """
        SELECT count(*) AS n FROM tacitus.memories AS m WHERE network IN ('world', 'experience')
            AND NOT EXISTS (
                SELECT FROM tacitus.sources AS s WHERE s.bank = m.bank AND s.memory = m.id)""",
    "beliefs that rest on nothing": """
        SELECT count(*) AS n FROM tacitus.memories AS m WHERE network IN ('opinion', 'observation')
            AND NOT EXISTS (
                SELECT FROM tacitus.drawn_from AS d WHERE d.bank = m.bank AND d.memory = m.id)""",
    "operations without a job": """
        SELECT count(*) AS n FROM tacitus.operations AS o WHERE NOT EXISTS (
            SELECT FROM tacitus.procrastinate_jobs AS j WHERE j.id = o.job)""",
    "jobs without an operation": """
        SELECT count(*) AS n FROM tacitus.procrastinate_jobs AS j WHERE NOT EXISTS (
            SELECT FROM tacitus.operations AS o WHERE o.job = j.id)""",
    "terms that are counted otherwise than they stand": """
        SELECT count(*) AS n FROM tacitus.term_stats AS s WHERE memories <> (
            SELECT count(*) FROM tacitus.memory_terms AS t
            WHERE t.bank = s.bank AND s.term = ANY (t.terms))""",
    "banks that count otherwise than they hold": """
        SELECT count(*) AS n FROM tacitus.banks AS b WHERE memory_count <> (
            SELECT count(*) FROM tacitus.memory_terms AS t WHERE t.bank = b.id)""",
    "memories replaced by what is gone": """
        SELECT count(*) AS n FROM tacitus.memories AS m WHERE superseded_by IS NOT NULL
            AND NOT EXISTS (
                SELECT FROM tacitus.memories AS o WHERE o.bank = m.bank AND o.id = m.superseded_by)""",
}


async def _orphans(database: Database) -> dict[str, int]:
    counts = {what: (await _rows(database, query))[0]["n"] for what, query in ORPHANS.items()}
    return {what: n for what, n in counts.items() if n}


async def _rows(database: Database, query: str, **values: object) -> list[dict[str, Any]]:
    cursor = await database.execute(cast(LiteralString, query), values)
    found = await cursor.fetchall()
    await database.commit()
    return found
