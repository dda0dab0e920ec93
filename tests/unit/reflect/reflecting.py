"""A bank that reads by rule and reflects with a model; memories keep the order they were given in."""

from dataclasses import replace

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.ids import DocumentId
from tacitus.domain.reflection import Reflection, ReflectOptions
from tacitus.ports.models import LanguageModel
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tacitus.settings import Settings
from tests.builders import NOON
from tests.fakes.everything import Everything

SETTINGS = Settings()
QUESTION = "What do you think of remote work at Acme?"
COMMUTE = "Remote work at Acme spares 40 people the commute."
LONELY = "Remote work at Acme leaves some people lonely."


def a_runtime(model: LanguageModel | None) -> Runtime:
    opened = in_memory_runtime(SETTINGS, clock=TickingClock(NOON), model=model)
    reading = replace(opened.engine.retaining, extractor=VerbatimExtractor())
    recall = Everything(opened.engine.recalling, opened.engine.stores.memories)
    reflecting = replace(opened.engine.reflecting, recall=recall)
    engine = replace(opened.engine, retaining=reading, reflecting=reflecting)
    return replace(opened, engine=engine)


async def read(runtime: Runtime, *texts: str) -> None:
    """Retain each text as a document of its own."""
    for text in texts:
        document = DocumentId(text.partition(".")[0])
        await runtime.engine.retain("notes", RetainItem(content=text, document=document))


async def reflect(
    model: LanguageModel | None, *texts: str, options: ReflectOptions | None = None
) -> Reflection:
    """Ask what is thought of remote work, of a bank that has read the texts."""
    runtime = a_runtime(model)
    await read(runtime, *texts)
    return await runtime.engine.reflect("notes", QUESTION, options)


def citing(*sentences: tuple[str, list[int]], **other: object) -> dict[str, object]:
    """An answer of sentences with the numbers that they cite."""
    told = [{"text": text, "citations": numbers} for text, numbers in sentences]
    return {"sentences": told, **other}
