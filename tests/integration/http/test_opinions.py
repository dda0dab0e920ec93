"""Opinions over HTTP: looked into, moved by evidence, and forgotten."""

from uuid import UUID

import pytest

from tacitus.bootstrap import Runtime
from tacitus.client import AsyncClient, InvalidRequest, NotFound
from tacitus.domain.banks import Disposition
from tacitus.domain.changes import Changes
from tacitus.domain.ids import MemoryId
from tacitus.wire import EvidenceRequest, OpinionRequest
from tests.builders import a_record, an_opinion

NOBODY = "00000000-0000-7000-8000-000000000000"


@pytest.fixture
async def opinion(memory: AsyncClient, runtime: Runtime) -> str:
    """An opinion with a confidence of 0.7, drawn from one memory."""
    receipt = await memory.retain("notes", "Python has the libraries for data science.")
    assert receipt.documents
    found = await memory.memories("notes")
    basis = MemoryId(UUID(found.items[0].id))
    bank = await runtime.engine.bank("notes")
    held = a_record(an_opinion("Python is best for data science.", 0.7, bank=bank))
    id = held.memory.id
    await runtime.engine.stores.memories.apply(
        Changes(
            bank=bank.id,
            records=(held,),
            drawn_from=((id, (basis,)),),
            formed=((id, Disposition(skepticism=4)),),
        )
    )
    return str(id)


def said(relation: str, who: str, **other: object) -> EvidenceRequest:
    return EvidenceRequest.model_validate({"relation": relation, "who": who, **other})


async def test_opinions_are_listed_with_their_stance(memory: AsyncClient, opinion: str) -> None:
    page = await memory.opinions("notes")

    [item] = page.items
    assert (item.id, item.confidence, item.stance) == (opinion, 0.7, "held")
    assert page.total == 1


async def test_an_opinion_says_what_it_rests_on_and_how_it_was_formed(
    memory: AsyncClient, opinion: str
) -> None:
    detail = await memory.opinion("notes", opinion)

    assert detail.initial_confidence == 0.7
    assert detail.first_text == "Python is best for data science."
    assert detail.disposition is not None
    assert detail.disposition.skepticism == 4
    assert len(detail.drawn_from) == 1
    assert detail.trajectory == []


async def test_people_move_an_opinion_and_the_trajectory_tells_newest_first(
    memory: AsyncClient, opinion: str
) -> None:
    await memory.add_evidence("notes", opinion, said("reinforce", "ann", reason="It worked."))

    detail = await memory.add_evidence("notes", opinion, said("contradict", "bob"))

    assert [point.assessor for point in detail.trajectory] == ["bob", "ann"]
    first, last = 3.8 / 5, 3.8 / 7
    assert [p.confidence for p in detail.trajectory] == pytest.approx([last, first])
    assert detail.confidence == pytest.approx(last)
    assert detail.trajectory[1].reason == "It worked."
    assert detail.without == pytest.approx({"person:ann": 2.8 / 6, "person:bob": first})


async def test_one_person_counts_once_with_their_latest_word(
    memory: AsyncClient, opinion: str
) -> None:
    for relation in ("reinforce", "reinforce", "weaken"):
        await memory.add_evidence("notes", opinion, said(relation, "ann"))

    assert (await memory.opinion("notes", opinion)).confidence == pytest.approx(2.8 / 5)


async def test_a_verified_outcome_names_the_memory_it_was_seen_in(
    memory: AsyncClient, opinion: str
) -> None:
    await memory.retain("notes", "The migration to Python halved the time.")
    seen = (await memory.memories("notes", words="halved")).items[0].id

    detail = await memory.add_evidence("notes", opinion, said("reinforce", "ci", memory_id=seen))

    [point] = detail.trajectory
    assert (point.memory_id, point.memory_text) == (
        seen,
        "The migration to Python halved the time.",
    )
    assert point.source.startswith("document:")

    await memory.delete_memory("notes", seen)

    assert (await memory.opinion("notes", opinion)).confidence == pytest.approx(0.7)


async def test_all_opinions_can_be_folded_in_the_papers_way(
    memory: AsyncClient, opinion: str
) -> None:
    await memory.add_evidence("notes", opinion, said("contradict", "ann"))

    done = await memory.recompute_opinions("notes", "paper")

    assert done.opinions == 1
    detail = await memory.opinion("notes", opinion)
    assert detail.fold == "paper"
    assert detail.confidence == pytest.approx(0.7 - 2 * 0.1)


async def test_a_forgotten_opinion_is_gone(memory: AsyncClient, opinion: str) -> None:
    await memory.forget_opinion("notes", opinion)

    assert (await memory.opinions("notes")).total == 0
    with pytest.raises(NotFound, match="Opinion"):
        await memory.opinion("notes", opinion)


async def test_what_is_no_opinion_is_not_found(memory: AsyncClient, opinion: str) -> None:
    [fact] = (await memory.memories("notes", network="world")).items

    for id in (NOBODY, fact.id):
        with pytest.raises(NotFound):
            await memory.opinion("notes", id)
        with pytest.raises(NotFound):
            await memory.forget_opinion("notes", id)


async def test_an_opinion_is_no_evidence(memory: AsyncClient, opinion: str) -> None:
    with pytest.raises(InvalidRequest, match="evidence"):
        await memory.add_evidence("notes", opinion, said("reinforce", "ann", memory_id=opinion))


async def test_evidence_from_a_memory_that_is_not_there_is_refused(
    memory: AsyncClient, opinion: str
) -> None:
    with pytest.raises(NotFound):
        await memory.add_evidence("notes", opinion, said("weaken", "ann", memory_id=NOBODY))


def held(text: str, *rests_on: str, **other: object) -> OpinionRequest:
    said = {"text": text, "confidence": 0.6, "drawn_from": list(rests_on), "who": "ann", **other}
    return OpinionRequest.model_validate(said)


async def test_a_stated_opinion_rests_on_memories_is_moved_by_evidence_and_goes_with_what_it_rests_on(
    memory: AsyncClient,
) -> None:
    await memory.retain("notes", "The pool was raised to 100 and the timeouts ended.")
    seen = (await memory.memories("notes", words="raised")).items[0].id
    belief = held("Raising the pool cures timeouts.", seen, reason="INC-7", tags=["pool"])

    first = await memory.state_opinion("notes", belief)
    earlier = "2026-01-02T03:04:05+00:00"
    await memory.add_evidence("notes", first.id, said("contradict", "bob", at=earlier))
    again = await memory.state_opinion("notes", belief)

    assert (first.is_new, first.confidence, first.who, first.reason) == (True, 0.6, "ann", "INC-7")
    assert (first.tags, first.drawn_from, first.disposition) == (["pool"], [seen], None)
    # Said twice it is one opinion, and stands where evidence moved it: (4 * 0.6) / (4 + 2).
    assert (again.is_new, again.id, again.confidence) == (False, first.id, pytest.approx(0.4))
    assert [point.at for point in again.trajectory] == [earlier]
    assert (await memory.opinions("notes", tags=["pool"])).total == 1
    assert (await memory.opinions("notes", tags=["pool", "disk"])).total == 0

    await memory.delete_memory("notes", seen)

    assert (await memory.opinions("notes")).total == 0


async def test_what_cannot_be_an_opinion_is_refused(memory: AsyncClient, opinion: str) -> None:
    basis = (await memory.opinion("notes", opinion)).drawn_from[0]
    refused = [
        (held("It rests on nothing.", NOBODY), NotFound),
        (held("It rests on an opinion.", opinion), InvalidRequest),
        (held(" ", basis), InvalidRequest),
        (held("It is nobody's.", basis, who=" "), InvalidRequest),
        (held("It rests on what is no id.", "here"), InvalidRequest),
    ]
    for request, error in refused:
        with pytest.raises(error):
            await memory.state_opinion("notes", request)
    assert (await memory.opinions("notes")).total == 1
