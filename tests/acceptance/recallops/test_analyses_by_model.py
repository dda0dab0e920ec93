"""Analyses that a language model drafts: what it may say, and what becomes of its lies."""

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from recallops.adapters.memory_tacitus import TacitusMemory
from recallops.adapters.model_pydantic import PydanticAiModel
from recallops.adapters.records_sql import open_records
from recallops.adapters.redaction import DetectedSecrets
from recallops.adapters.system_clock import SystemClock
from recallops.casebook import Casebook, Tools
from recallops.casebook.incidents import Opening
from recallops.casebook.intake import File
from recallops.domain.analyses import Verdict
from recallops.domain.errors import Invalid
from recallops.domain.incidents import Severity
from recallops.domain.statements import Kind
from tacitus.client import AsyncClient

REPORT = b"""# Checkout times out

- Service: checkout
- Started: 2026-03-01 12:00 UTC
- Resolved: 2026-03-01 13:00 UTC

## Summary

Payment requests of the checkout time out while it waits for a database connection.

## Root cause

The revenue report holds transactions open and exhausts the connection pool.

## Resolution

Stop the revenue report.
"""
LYING = {
    "summary": [{"text": "It is the certificate again, as in INC-404.", "references": ["HM-1"]}],
    "known_facts": [{"text": "The disk of db-9 is full", "references": ["HM-77"]}],
    "root_cause": {"text": "An expired certificate", "references": ["HM-1"]},
    "hypotheses": [
        {
            "text": "The revenue report exhausts the connection pool",
            "confidence": 3,
            "supporting": [
                {"text": "In INC-1 the revenue report exhausts the connection pool", "references": ["HM-1", "HM-2"]}
            ],
        }
    ],
    "actions": [{"text": "kubectl delete pod checkout-1", "references": ["HM-1"]}],
    "missing": ["Who started the report"],
}  # fmt: skip


class Answering:
    """Answers every question with the same words, and counts."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def __call__(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.asked.append(str(messages[0]))
        if isinstance(self.answer, Exception):
            raise self.answer
        if isinstance(self.answer, str):
            return ModelResponse(parts=[TextPart(self.answer)])
        tool = info.output_tools[0].name
        return ModelResponse(parts=[ToolCallPart(tool, json.dumps(self.answer))])


@pytest_asyncio.fixture
async def answering() -> Answering:
    return Answering(LYING)


@pytest_asyncio.fixture
async def casebook(client: AsyncClient, answering: Answering) -> AsyncIterator[Casebook]:
    records = await open_records()
    model = PydanticAiModel("test:function", model=FunctionModel(answering))
    casebook = Casebook.over(
        Tools(
            records=records,
            memory=TacitusMemory(client, url="http://memory"),
            redactor=DetectedSecrets(),
            clock=SystemClock(),
            model=model,
        )
    )
    await casebook.intake.files([File("report.md", REPORT)])
    opening = Opening(
        title="Checkout times out since noon",
        service="checkout",
        severity=Severity.HIGH,
        by="Ann",
        problem="Payment requests of the checkout time out; it waits for a database connection.",
    )
    await casebook.incidents.open(opening)
    yield casebook
    await records.close()


async def test_what_a_model_says_is_checked_like_anything_else(casebook: Casebook) -> None:
    made = (await casebook.analyses.make("INC-2")).analysis

    assert made.model == "test:function"
    assert made.root_cause.text is None
    assert (made.known_facts, made.actions) == ((), ())
    [hypothesis] = made.hypotheses
    assert hypothesis.confidence == 0.95
    struck = {one.text for one in made.unsupported}
    assert any("certificate" in one for one in struck)
    assert "kubectl delete pod checkout-1" in struck


async def test_an_unchanged_incident_costs_one_call_and_no_new_memory(
    casebook: Casebook, answering: Answering, client: AsyncClient
) -> None:
    first = await casebook.analyses.make("INC-2")
    total = (await client.memories("recallops")).total
    again = await casebook.analyses.make("INC-2")

    assert (first.fresh, again.fresh, len(answering.asked)) == (True, False, 1)
    assert again.analysis.hypotheses == first.analysis.hypotheses
    assert (await client.memories("recallops")).total == total

    # Asked for all the same, it is one call, and however it is worded no other thought.
    answering.answer = json.loads(json.dumps(LYING).replace("exhausts the", "drains the"))
    third = await casebook.analyses.make("INC-2", anew=True)
    assert (third.fresh, len(answering.asked)) == (True, 2)
    assert third.analysis.hypotheses != first.analysis.hypotheses
    assert (await client.memories("recallops")).total == total
    await casebook.incidents.update("INC-2", "40 of 40 in use", Kind.OBSERVED, at=None, by="Ann")
    assert (await casebook.analyses.make("INC-2")).fresh


async def test_what_a_model_supposes_is_kept_and_is_no_evidence_until_somebody_confirms_it(
    casebook: Casebook, client: AsyncClient
) -> None:
    made = (await casebook.analyses.make("INC-2")).analysis
    words = made.hypotheses[0].text

    [held] = (await client.opinions("recallops", tags=["incident:INC-2"])).items
    assert (held.text, held.confidence) == (f"{words} [INC-2]", 0.95)
    assert (await client.opinion("recallops", held.id)).who == "test:function"
    found = await casebook.asking.search(words)
    assert all(one.incident_id != "INC-2" or one.text != words for one in found.evidence)

    judged = await casebook.analyses.judge("INC-2", made.hypotheses[0].id, "confirmed", by="Ann")
    assert judged.analysis.root_cause.text == words
    found = await casebook.asking.search(words)
    [cause] = [one for one in found.evidence if one.incident_id == "INC-2" and one.text == words]
    assert (cause.kind, cause.by) == (Kind.CONFIRMED, "Ann")
    # It is known now, and supposed no more.
    assert (await client.opinions("recallops", tags=["kind:hypothesis"])).total == 0
    # Nor is it refuted while it stands as the cause, for whoever comes later.
    with pytest.raises(Invalid, match="Ann confirmed this as the root cause of INC-2: change that"):
        await casebook.analyses.judge("INC-2", made.hypotheses[0].id, "refuted", by="Zoe")


async def test_a_refuted_hypothesis_loses_its_confidence_for_good_and_the_model_is_told(
    casebook: Casebook, answering: Answering, client: AsyncClient
) -> None:
    made = (await casebook.analyses.make("INC-2")).analysis
    text = made.hypotheses[0].text
    judged = await casebook.analyses.judge("INC-2", made.hypotheses[0].id, "refuted", by="Ann")
    answering.answer = {**LYING, "hypotheses": []}
    for reading in ("40 of 40 in use", "41 of 41 in use"):
        await casebook.incidents.update("INC-2", reading, Kind.OBSERVED, at=None, by="Ann")
        later = (await casebook.analyses.make("INC-2")).analysis
        assert f"<refuted>{text}</refuted>" in answering.asked[-1]
        assert [(one.text, one.verdict) for one in later.hypotheses] == [(text, Verdict.REFUTED)]

    assert judged.analysis.hypotheses[0].confidence == pytest.approx(0.095)
    # The opinion in the memory is moved by one contradiction: (4 * 0.95) / (4 + 2).
    [held] = (await client.opinions("recallops", tags=["kind:hypothesis"])).items
    assert held.confidence == pytest.approx(3.8 / 6)


@pytest.mark.parametrize("answer", ["I cannot.", {"hypotheses": 3}, ModelHTTPError(500, "x")])
async def test_where_a_model_fails_the_records_speak_and_it_is_asked_again_next_time(
    casebook: Casebook, answering: Answering, answer: object
) -> None:
    answering.answer = answer
    failed = (await casebook.analyses.make("INC-2")).analysis
    answering.answer = LYING
    again = await casebook.analyses.make("INC-2")

    assert failed.model is None
    assert failed.hypotheses
    assert "it failed" in failed.missing[0]
    assert "\n" not in failed.missing[0]
    assert (again.fresh, again.analysis.model) == (True, "test:function")


async def test_a_model_words_an_answer_and_what_nothing_bears_out_is_struck(
    casebook: Casebook, answering: Answering
) -> None:
    holds = {
        "text": "The revenue report exhausted the connection pool of the checkout in INC-1",
        "references": ["HM-1", "HM-2"],
    }
    lies: list[dict[str, object]] = [
        {"text": "The disk of db-9 was full in INC-404", "references": ["HM-1"]},
        {"text": "It was the certificate", "references": []},
        {"text": "The connection pool again", "references": ["HM-99"]},
    ]
    answering.answer = {"claims": [holds, *lies], "missing": ["Who ran the report"]}
    question = "Why did the checkout run out of connections? token=ghp_0123456789abcdefghijABCDEFGHIJ012345"
    told = await casebook.asking.ask(question)

    assert [one.text for one in told.claims] == [holds["text"]]
    assert (told.model, told.missing[0]) == ("test:function", "Who ran the report")
    assert len(told.unsupported) == len(lies)
    assert "ghp_" not in answering.asked[-1]

    answering.answer = "I cannot."
    quoted = await casebook.asking.ask(question)
    assert quoted.model is None
    assert quoted.claims
    assert "What the model would say" in quoted.missing[-1]
    answering.answer = {"claims": lies}
    assert (await casebook.asking.ask(question)).claims == quoted.claims


def test_a_name_without_a_known_provider_is_refused() -> None:
    for name in ("gpt", "nobody:model", "openai:"):
        with pytest.raises(Invalid, match="provider:model"):
            PydanticAiModel(name)


def test_every_provider_that_is_named_can_be_connected_to_and_groq_has_a_usual_model() -> None:
    names = ["groq", "openai:m", "anthropic:m", "google:m", "ollama:m"]
    models = [PydanticAiModel(name, api_key="k") for name in names]

    assert models[0].name == "groq:openai/gpt-oss-120b"
    assert all(one.connected() for one in models)
