"""A memory whose language model's answers were written by hand, as a careful model would answer.

No model takes part. The files `tests/fixtures/replays/by_hand_*.jsonl` hold an answer for exactly the
prompts that the code sends; what is tested is all around them. A changed prompt asks for new
answers: `ReplayServer.unanswered` holds what nobody answered.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.models.language_model import remote_language_model
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.ids import DocumentId
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tests.fakes.everything import Everything
from tests.fakes.scripted_server import ScriptedServer

REPLAYS = Path(__file__).parents[2] / "fixtures/replays"
TODAY = datetime(2026, 6, 1, 9, tzinfo=UTC)


@asynccontextmanager
async def answered_by(server: ScriptedServer) -> AsyncGenerator[Runtime]:
    """Open a memory that reads by rule and asks the server; it keeps nothing."""
    with server:
        url = f"{server.url}/v1"
        async with remote_language_model("openai:by-hand", base_url=url) as model:
            opened = in_memory_runtime(clock=TickingClock(TODAY), model=model)
            engine = opened.engine
            recall = Everything(engine.recalling, engine.stores.memories)
            engine = replace(
                engine,
                retaining=replace(engine.retaining, extractor=VerbatimExtractor()),
                reflecting=replace(engine.reflecting, recall=recall),
            )
            yield replace(opened, engine=engine)


@dataclass(frozen=True, slots=True)
class Report:
    """Something that was written on a day."""

    document: str
    day: int
    text: str


async def read(runtime: Runtime, reports: Sequence[Report], about: str) -> None:
    """Retain each report as a document of its own, about one thing."""
    for report in reports:
        item = RetainItem(
            content=report.text,
            document=DocumentId(report.document),
            timestamp=datetime(2026, 5, report.day, 12, tzinfo=UTC),
            entities=(Surface(about, EntityType.CONCEPT),),
        )
        await runtime.engine.retain("notes", item)
