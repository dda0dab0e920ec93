"""The records, in SQLite and in PostgreSQL: what is stored comes back, and nobody is overwritten."""

import asyncio
import json
from dataclasses import replace

import pytest
from sqlalchemy import create_engine, text

from recallops.adapters.records_sql import SqlRecords, open_records
from recallops.adapters.records_sql.opening import migrate
from recallops.domain.analyses import Analysis, Claim, Hypothesis
from recallops.domain.beliefs import Effect
from recallops.domain.errors import Conflict, Invalid, NotFound
from recallops.domain.incidents import (
    Fix,
    Occurrence,
    Severity,
    Source,
    SourceKind,
    Status,
    Update,
    confirm,
)
from recallops.domain.statements import Kind
from recallops.investigate.pipeline import investigate
from recallops.investigate.question import question_of
from recallops.investigate.stages import known_from
from recallops.ports.records import FacetValue, IncidentQuery
from tests.unit.recallops.builders import (
    DAY,
    NOON,
    a_belief,
    an_event,
    an_incident,
    evidence_of,
)

FULL = confirm(
    an_incident(
        problem="Requests time out.",
        symptoms=("504", "No connections"),
        detected_at=NOON,
        timeline=(Update(id="u1", at=NOON, text="Restarted", kind=Kind.OBSERVED, by="Ann"),),
        fixes=(Fix(id="f1", text="Restart", applied_at=NOON, by="Ann"),),
        occurrences=(Occurrence(key="k", at=NOON, place="db-1", summary="x"),),
        source=Source(kind=SourceKind.ALERT, name="alertmanager", fingerprint="f"),
        factors=("a",),
        lessons=("b",),
        follow_ups=("c",),
        related=("INC-0",),
        tags=("PM-1",),
    ),
    "root_cause",
    "Pool too small",
    by="Ann",
    at=NOON,
)


async def test_the_records_keep_their_promises(records: SqlRecords) -> None:
    """One test, since a database of its own takes its time to open."""
    await an_incident_comes_back_as_it_was_stored(records)
    await who_did_not_see_a_change_cannot_overwrite_it(records)
    await ids_are_given_out_once_even_at_the_same_time(records)
    await incidents_are_found_by_words_facets_alert_and_source(records)
    await an_analysis_takes_the_place_of_the_one_before(records)
    await a_belief_is_what_its_events_say(records)
    await what_is_removed_takes_what_it_said_with_it(records)


async def an_incident_comes_back_as_it_was_stored(records: SqlRecords) -> None:
    stored = await records.add(FULL)

    assert stored == replace(FULL, revision=1)
    assert await records.get("INC-1") == stored
    with pytest.raises(Conflict):
        await records.add(FULL)
    with pytest.raises(NotFound):
        await records.get("INC-77")


async def who_did_not_see_a_change_cannot_overwrite_it(records: SqlRecords) -> None:
    seen = await records.get("INC-1")
    more = Update(id="u0", at=NOON - DAY, text="Deploy", kind=Kind.REPORTED)
    changed = await records.save(replace(seen, timeline=(more, *seen.timeline), fixes=()))

    assert changed == await records.get("INC-1")
    assert changed.revision == 2
    with pytest.raises(Conflict):
        await records.save(replace(seen, title="Mine"))


async def ids_are_given_out_once_even_at_the_same_time(records: SqlRecords) -> None:
    ids = await asyncio.gather(*(records.next_id() for _ in range(8)))

    assert sorted(ids) == [f"INC-{n}" for n in range(1, 9)]


async def incidents_are_found_by_words_facets_alert_and_source(records: SqlRecords) -> None:
    imported = Source(kind=SourceKind.IMPORT, name="pm.md")
    other = an_incident("INC-2", title="Übergabe 100% lost", service="mail", started_at=NOON + DAY,
        severity=Severity.LOW, status=Status.OPEN, source=imported)  # fmt: skip
    await records.add(other)

    async def found(**asked: object) -> list[str]:
        page = await records.find(IncidentQuery(**asked))  # type: ignore[arg-type]
        return [one.id for one in page.items]

    assert await found() == ["INC-2", "INC-1"]
    assert await found(sort="severity") == ["INC-1", "INC-2"]
    assert await found(search="CHECKOUT connections") == ["INC-1"]
    assert await found(search="übergabe 100%") == ["INC-2"]
    assert await found(search="%") == ["INC-2"]
    await records.add(an_incident("INC-3", title="Again as in INC-1", started_at=NOON + 2 * DAY))
    assert await found(search="inc-1") == ["INC-1", "INC-3"], "the very id first"
    await records.remove("INC-3")
    assert await found(services=("mail",), statuses=(Status.OPEN,)) == ["INC-2"]
    page = await records.find(IncidentQuery(services=("mail",), limit=1))
    assert page.total == 1
    assert page.services == (FacetValue("mail", 1), FacetValue("payments", 1))
    assert page.severities == (FacetValue("low", 1),)
    assert [one.id for one in await records.by_fingerprint("f")] == ["INC-1"]
    named = await records.by_source("pm.md")
    assert named is not None
    assert named.id == "INC-2"
    assert [one.id for one in await records.all(service="mail")] == ["INC-2"]


async def an_analysis_takes_the_place_of_the_one_before(records: SqlRecords) -> None:
    incident = await records.get("INC-1")
    known = known_from([incident, an_incident("INC-3", cause="Pool", fix="Raise the pool")])
    found = investigate(question_of(incident), evidence_of(*known.incidents.values()), known)
    first = Analysis(
        incident_id="INC-1",
        made_at=NOON,
        digest="d",
        investigation=found,
        hypotheses=(
            Hypothesis(id="h1", text="DNS", confidence=0.4, supporting=(Claim(text="x"),)),
        ),
    )
    await records.keep_analysis(first)
    await records.keep_analysis(replace(first, with_memory=False))
    await records.keep_analysis(replace(first, digest="e"))

    assert await records.analysis("INC-1") == replace(first, digest="e")
    assert await records.analysis("INC-1", with_memory=False) == replace(first, with_memory=False)
    assert await records.analyses() == [replace(first, digest="e")]
    assert await records.analyses(holding='"h1"') == [replace(first, digest="e")]
    assert await records.analyses(holding="h%") == []
    assert await records.analysis("INC-2") is None
    alike = [one.incident_id for one in found.similar]
    assert await records.found_similar(["INC-1", "INC-2"]) == {"INC-1": alike}


async def a_belief_is_what_its_events_say(records: SqlRecords) -> None:
    worked = an_event(Effect.REINFORCE, source="INC-1")
    failed = an_event(Effect.CONTRADICT, source="INC-2", day=1)

    await records.believe(a_belief(), worked)
    belief = await records.believe(a_belief(), failed)

    assert belief == a_belief(worked, failed)
    assert await records.beliefs() == [belief]


async def what_is_removed_takes_what_it_said_with_it(records: SqlRecords) -> None:
    await records.remove("INC-1")

    assert await records.analyses() == []
    [belief] = await records.beliefs()
    assert [event.incident_id for event in belief.events] == ["INC-2"]
    with pytest.raises(NotFound):
        await records.remove("INC-1")


async def test_only_databases_that_are_supported_are_opened() -> None:
    for url in ("mysql://x/y", "nonsense"):
        with pytest.raises(Invalid):
            await open_records(url)


async def test_a_time_without_a_zone_is_refused() -> None:
    records = await open_records()
    with pytest.raises(Exception, match="has no zone"):
        await records.add(an_incident(started_at=NOON.replace(tzinfo=None)))
    await records.close()


def test_what_older_analyses_found_alike_is_read_out_of_them() -> None:
    body = json.dumps({"investigation": {"similar": [{"incident_id": "INC-2"}]}})
    with create_engine("sqlite://").begin() as connection:
        migrate(connection, "0001")
        old = "INSERT INTO analysis VALUES ('INC-1', 1, '2026-03-01', :body)"
        connection.execute(text(old), {"body": body})
        migrate(connection)

        assert connection.scalar(text("SELECT similar FROM analysis")) == '["INC-2"]'
