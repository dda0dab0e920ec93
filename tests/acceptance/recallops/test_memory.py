"""The memory behind its port, over a Tacitus server: statement by statement, each of its incident."""

from dataclasses import replace

import httpx
import pytest

from recallops.adapters.memory_tacitus import TacitusMemory
from recallops.adapters.records_sql import open_records
from recallops.adapters.redaction import DetectedSecrets
from recallops.adapters.system_clock import SystemClock
from recallops.casebook import Casebook, Tools
from recallops.casebook.incidents import Opening
from recallops.domain.beliefs import Effect
from recallops.domain.errors import MemoryUnavailable, NotFound
from recallops.domain.incidents import Confirmed, FixOutcome, Severity, Update
from recallops.domain.statements import Kind, Part
from recallops.domain.suppositions import Supposition
from tacitus.bootstrap import in_memory_runtime
from tacitus.client import AsyncClient
from tacitus.http.app import create_app
from tests.unit.recallops.builders import DAY, NOON, a_belief, an_event, an_incident

POOLED = an_incident(
    problem="Requests time out. Cause: unclear at first.",
    symptoms=("No free database connections",),
    root_cause=Confirmed("The connection pool was too small", "Ann", NOON),
    fix="Raise maxPoolSize from 50 to 100",
    timeline=(Update(id="u", at=NOON, text="```ERROR no connections```", kind=Kind.OBSERVED),),
)
TWIN = replace(POOLED, id="INC-2")
QUESTION = "Why is the checkout out of database connections?"


async def test_each_statement_comes_back_with_what_is_known_of_it(memory: TacitusMemory) -> None:
    await memory.remember(POOLED)
    found = {one.part: one for one in (await memory.recall(QUESTION)).evidence}

    cause = found[Part.CAUSE]
    assert (cause.text, cause.kind, cause.by) == (
        "The connection pool was too small",
        Kind.CONFIRMED,
        "Ann",
    )
    assert (cause.incident_id, cause.service, cause.severity) == ("INC-1", "payments", "high")
    assert cause.sources == ("incident:INC-1",)
    assert found[Part.SYMPTOM].kind is Kind.REPORTED
    assert found[Part.TIMELINE].text == "ERROR no connections"
    assert found[Part.FIX].text == "Raise maxPoolSize from 50 to 100 (it worked)"


async def test_two_incidents_that_say_the_same_are_both_recalled(memory: TacitusMemory) -> None:
    await memory.remember(POOLED)
    await memory.remember(TWIN)
    recalled = await memory.recall(QUESTION)

    causes = [one.incident_id for one in recalled.evidence if one.part is Part.CAUSE]
    assert sorted(str(id) for id in causes) == ["INC-1", "INC-2"]


async def test_an_unchanged_incident_is_not_remembered_again_and_a_changed_one_in_its_place(
    memory: TacitusMemory, client: AsyncClient
) -> None:
    first = await memory.remember(POOLED)
    again = await memory.remember(POOLED)
    total = (await client.memories("recallops")).total
    await memory.remember(replace(POOLED, severity=Severity.LOW, symptoms=("All is well",)))
    recalled = await memory.recall(QUESTION)

    assert (first.unchanged, again.unchanged, again.memories) == (False, True, 0)
    assert (await client.documents("recallops")).total == 1
    assert (await client.memories("recallops")).total == total
    assert {one.severity for one in recalled.evidence} == {"low"}
    assert "No free database connections" not in {one.text for one in recalled.evidence}


async def test_what_is_supposed_is_an_opinion_of_its_incident_and_never_recalled(
    memory: TacitusMemory, client: AsyncClient
) -> None:
    leak = Supposition(text="The connection pool of the checkout leaks", confidence=0.6, by="m")
    disk = Supposition(text="The disk is full", by="Bob")
    await memory.remember(POOLED)
    await memory.remember(TWIN)
    for _ in range(2):
        await memory.suppose(POOLED, [leak, disk])
    await memory.suppose(TWIN, [leak])
    of_both = {one.text: one for one in (await client.opinions("recallops")).items}
    recalled = await memory.recall(leak.text)

    assert {text: one.confidence for text, one in of_both.items()} == {
        "The connection pool of the checkout leaks [INC-1]": 0.6,
        "The disk is full [INC-1]": 0.5,
        "The connection pool of the checkout leaks [INC-2]": 0.6,
    }
    assert all("leaks" not in one.text for one in recalled.evidence)

    # (4 * 0.6) / (4 + 2), however often it is told; what is supposed no more is gone.
    for _ in range(2):
        await memory.suppose(POOLED, [replace(leak, refuted_by="Ann")])
    tags = ["incident:INC-1", "kind:hypothesis"]
    [refuted] = (await client.opinions("recallops", tags=tags)).items
    assert refuted.confidence == pytest.approx(0.4)
    await memory.forget(POOLED)
    assert [one.text[-7:] for one in (await client.opinions("recallops")).items] == ["[INC-2]"]


async def test_a_belief_is_an_opinion_that_outcomes_move_as_they_move_it_in_the_records(
    memory: TacitusMemory, client: AsyncClient
) -> None:
    await memory.remember(POOLED)
    await memory.remember(TWIN)
    worked = an_event(Effect.REINFORCE, source="INC-1")
    failed = an_event(Effect.CONTRADICT, source="INC-2", day=1)
    again = replace(
        an_event(Effect.WEAKEN, source="recurrence:INC-1:f:INC-2", day=2), incident_id="INC-2"
    )
    taken_back = replace(worked, weight=0.0, at=worked.at + 3 * DAY)
    belief = a_belief()
    for events, anew in (
        ((worked,), False),
        ((worked, failed), False),
        ((worked, failed, again), False),
        ((worked, failed, again, taken_back), True),
    ):
        belief = a_belief(*events)
        for _ in range(2):
            await memory.hold(belief, anew=anew)
        assert await memory.confidence_in(belief) == pytest.approx(belief.confidence)
    [held] = (await client.opinions("recallops")).items
    told = await client.opinion("recallops", held.id)
    assert held.text == "Raise the pool works for: Pool"
    assert [point.relation for point in told.trajectory] == ["weaken", "contradict"]

    # Written differently, the incidents are other memories, and what rested on the old ones went.
    await memory.remember(replace(POOLED, severity=Severity.LOW))
    await memory.remember(replace(TWIN, severity=Severity.LOW))
    assert await memory.confidence_in(belief) is None
    await memory.hold(belief)
    assert await memory.confidence_in(belief) == pytest.approx(belief.confidence)


async def test_a_recall_may_be_narrowed_to_a_service_or_to_incidents(memory: TacitusMemory) -> None:
    await memory.remember(POOLED)
    await memory.remember(replace(TWIN, service="orders"))

    orders = await memory.recall(QUESTION, service="orders")
    first = await memory.recall(QUESTION, incidents=["INC-1"])
    both = await memory.recall(QUESTION, incidents=["INC-1", "INC-2"])

    assert {one.incident_id for one in orders.evidence} == {"INC-2"}
    assert {one.incident_id for one in first.evidence} == {"INC-1"}
    assert {one.incident_id for one in both.evidence} == {"INC-1", "INC-2"}


async def test_evidence_is_found_where_it_stands(memory: TacitusMemory) -> None:
    await memory.remember(POOLED)
    [cause] = [one for one in (await memory.recall(QUESTION)).evidence if one.part is Part.CAUSE]
    stored = await memory.find(cause.id)

    assert stored.document_id == "incident:INC-1"
    assert stored.span
    start, end = stored.span
    assert cause.text in stored.document_text[start:end]
    assert stored.evidence.text == cause.text
    with pytest.raises(NotFound):
        await memory.find("01a22cdc-1819-7638-bc5c-fa8d3f60f705")


async def test_what_is_forgotten_is_gone_and_may_be_forgotten_twice(
    memory: TacitusMemory, client: AsyncClient
) -> None:
    await memory.remember(POOLED)
    await memory.forget(POOLED)
    await memory.forget(POOLED)

    assert (await client.memories("recallops")).total == 0
    assert (await memory.recall(QUESTION)).reason


async def test_a_memory_that_does_not_answer_is_unavailable_and_says_so() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    async with AsyncClient("http://memory", transport=httpx.MockTransport(refuse)) as client:
        memory = TacitusMemory(client, url="http://memory")

        assert not (await memory.state()).ok
        with pytest.raises(MemoryUnavailable):
            await memory.recall(QUESTION)


async def test_what_a_memory_missed_it_is_told_before_the_next_question() -> None:
    class Line(httpx.AsyncBaseTransport):
        """Leads to a server, unless it is cut."""

        server = httpx.ASGITransport(create_app(in_memory_runtime()))
        cut = False

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if self.cut:
                raise httpx.ConnectError("refused", request=request)
            return await self.server.handle_async_request(request)

    line, records = Line(), await open_records()
    async with AsyncClient("http://memory", transport=line) as client:
        memory = TacitusMemory(client, url="http://memory")
        casebook = Casebook.over(
            Tools(records=records, memory=memory, redactor=DetectedSecrets(), clock=SystemClock())
        )
        line.cut = True
        opening = Opening(
            title="Checkout is down", service="shop", severity=Severity.HIGH, by="Ann"
        )
        id = (await casebook.incidents.open(opening)).id
        await casebook.incidents.update(id, "Perhaps DNS", Kind.HYPOTHESIS, at=None, by="Ann")
        await casebook.incidents.add_fix(id, "Restart it", FixOutcome.FAILED, at=None, by="Ann")
        with pytest.raises(MemoryUnavailable):
            await casebook.asking.search("checkout")
        line.cut = False
        await casebook.asking.search("checkout")

        [belief] = await records.beliefs()
        assert await memory.confidence_in(belief) == pytest.approx(belief.confidence)
        [supposed] = (await client.opinions("recallops", tags=["kind:hypothesis"])).items
        assert supposed.text == f"Perhaps DNS [{id}]"
        await records.close()
