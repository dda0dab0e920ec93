"""Step of recall: a question is embedded without those who spoke in its bank."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tacitus.adapters.models.hash_embedder import HashEmbedder
from tacitus.bootstrap import in_memory_runtime
from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.recollection import RecallOptions
from tacitus.domain.vectors import Vector


def _said(text: str) -> RetainItem:
    return RetainItem(content=(Turn(text=text, speaker="Ann"),))


@dataclass
class Listening(HashEmbedder):
    """An embedder that remembers what it was asked."""

    heard: list[str] = field(default_factory=list[str])

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.heard += texts
        return await super().embed(texts)


async def test_what_is_embedded_has_no_speaker_in_it() -> None:
    embedder = Listening()
    engine = in_memory_runtime(embedder=embedder).engine
    await engine.retain("w", _said("I keep bees with Dora."))

    await engine.recall("w", "Which animals does Ann keep with Dora?")

    assert embedder.heard == ["I keep bees with Dora.", "Which animals does keep with Dora?"]


async def test_where_others_speak_than_was_known_a_question_is_embedded_again() -> None:
    embedder = Listening()
    engine = in_memory_runtime(embedder=embedder).engine
    await engine.retain("w", _said("I keep bees."))
    recalling, bank = engine.recalling, await engine.bank("w")
    embedder.heard.clear()

    await recalling.go_on(recalling.begin("What does Ann keep?"), bank, RecallOptions())

    assert embedder.heard == ["What does Ann keep?", "What does keep?"]
