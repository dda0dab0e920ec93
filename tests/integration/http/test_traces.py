"""A request, the phases of what it asks for, jobs and calls of models are spans, if somebody wants them."""

from collections.abc import Mapping

import httpx
from fastapi import FastAPI
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tacitus.bootstrap import Watching, in_memory_runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import UnusableAnswer
from tests.fakes.scripted_model import ScriptedModel
from tests.integration.http.keyed import holding

BANK = "/v1/default/banks/notes"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
NOTHING: Mapping[str, object] = {"facts": [], "nothing_because": "small talk"}


def traced() -> tuple[Watching, InMemorySpanExporter]:
    spans = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    return Watching(provider), spans


def parents(spans: InMemorySpanExporter) -> dict[str, str | None]:
    """Return each span by name, with the name of the span it belongs to."""
    ended = spans.get_finished_spans()
    names = {span.context.span_id: span.name for span in ended if span.context}
    return {span.name: names.get(span.parent.span_id) if span.parent else None for span in ended}


def one(spans: InMemorySpanExporter, name: str) -> ReadableSpan:
    return next(span for span in spans.get_finished_spans() if span.name == name)


async def test_a_request_is_a_span_over_its_work_phases_and_calls_of_models(app: FastAPI) -> None:
    watching, spans = traced()
    app.state.runtime = in_memory_runtime(model=ScriptedModel(NOTHING), watching=watching)
    async with holding(app, None) as http:
        told = {"items": [{"content": "Quillon rows in Zanzibar."}]}
        headers = {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"}
        await http.post(f"{BANK}/memories", json=told, headers=headers)
        await http.post(f"{BANK}/memories/recall", json={"query": "Who rows in Zanzibar?"})

    bank = "/v1/default/banks/{bank_id}"
    found = parents(spans)
    assert found[f"POST {bank}/memories"] is None
    assert found["retain"] == f"POST {bank}/memories"
    assert (found["retain extract"], found["ask"]) == ("retain", "retain extract")
    assert {"retain read", "retain chunk", "retain embed", "retain store"} <= found.keys()
    assert found["recall"] == f"POST {bank}/memories/recall"
    assert {found[f"recall {phase}"] for phase in ("understand", "search", "pack")} == {"recall"}
    request = one(spans, f"POST {bank}/memories")
    assert request.context is not None
    assert f"{request.context.trace_id:032x}" == TRACE
    shown = str([span.to_json() for span in spans.get_finished_spans()])
    assert "Zanzibar" not in shown
    assert {"bank": "notes", "status": 200}.items() <= dict(request.attributes or {}).items()


async def test_a_job_is_a_span_that_says_how_it_ended_and_no_more() -> None:
    watching, spans = traced()
    model = ScriptedModel(UnusableAnswer("zanzibar", (7, 2, 1)))
    runtime = in_memory_runtime(model=model, watching=watching)
    await runtime.engine.retain_later("notes", [RetainItem(content="Quillon rows.")])
    await runtime.work(forever=False)

    job, call = one(spans, "job retain"), one(spans, "ask")
    assert (job.status.description, call.status.description) == ("UnusableAnswer",) * 2
    assert job.events == call.events == ()
    assert (call.attributes or {})["gen_ai.request.model"] == "scripted"


async def test_where_nobody_wants_spans_none_is_made(http: httpx.AsyncClient) -> None:
    watching = Watching()
    with watching.request("GET", {}) as request, watching.call("ask", {}) as call:
        assert (request, call) == (None, None)
