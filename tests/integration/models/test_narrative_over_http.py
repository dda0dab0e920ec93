"""What bad answers of a model do to an extraction: repaired, asked for again, or an error; never
a document that was read and left no memory.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from tacitus.adapters.models.language_model import Limits, remote_language_model
from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.errors import ModelError, ModelUnavailable, UnusableAnswer
from tacitus.ports.models import Extraction
from tacitus.retain.chunk import chunk
from tacitus.retain.extract.by_model import NarrativeExtractor
from tacitus.retain.read import read
from tests.builders import ANYWHERE, NOON
from tests.fakes.scripted_server import HANG, Reply, ScriptedServer, message

FACT = {"turns": [1], "text": "Ida moved to Bergen in 2021.", "start": "2021", "end": "2021"}
GOOD = json.dumps({"facts": [FACT], "nothing_because": ""})
NOTHING = json.dumps({"facts": [], "nothing_because": "They only greet one another."})
NULL = message('{"facts": null}')
CUT = message(GOOD[:-20])


async def extraction(replies: Sequence[Reply], seconds: float = 5.0) -> Extraction:
    item = RetainItem(
        content=(Turn(text="I moved to Bergen in 2021.", speaker="Ida"),), timestamp=NOON
    )
    reading = read(item, ANYWHERE, None, NOON)
    limits = Limits(seconds=seconds, pause=0.0)
    with ScriptedServer(replies) as server:
        async with remote_language_model("openai:x", base_url=server.url, limits=limits) as model:
            extractor = NarrativeExtractor(model)
            chunks = chunk(reading.document, reading.turns, first=0, reader=extractor.name)
            return await extractor.extract(reading.document, chunks)


@pytest.mark.parametrize(
    ("replies", "calls"),
    [
        pytest.param([message(f"Here you are:\n```json\n{GOOD}\n```")], 1, id="prose and fence"),
        pytest.param([message(f"<think>{{hm}}</think>{GOOD}")], 1, id="thinking"),
        pytest.param([message(json.dumps([FACT]))], 1, id="list"),
        pytest.param([message(GOOD.replace("moved", "\\ud83d moved"))], 1, id="lone surrogate"),
        pytest.param([message(""), message(GOOD)], 2, id="empty"),
        pytest.param([NULL, message(GOOD)], 2, id="null"),
        pytest.param([CUT, message(GOOD)], 2, id="cut"),
        pytest.param([Reply(status=500), message(GOOD)], 2, id="500"),
        pytest.param([Reply(status=429, headers={"Retry-After": "0"}), message(GOOD)], 2, id="429"),
        pytest.param([message("I'd rather not."), message(GOOD)], 2, id="refusal"),
    ],
)
async def test_the_memory_is_there_in_the_end(replies: Sequence[Reply], calls: int) -> None:
    read_from = await extraction(replies)

    [draft] = read_from.drafts
    assert draft.text.endswith("moved to Bergen in 2021.")
    assert draft.occurred is not None
    assert draft.occurred.start == datetime(2021, 1, 1, tzinfo=UTC)
    assert read_from.usage.calls == calls


async def test_nothing_is_believed_only_with_a_reason() -> None:
    read_from = await extraction([NULL, message(NOTHING)])

    assert read_from.drafts == ()
    assert read_from.usage.calls == 2


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        pytest.param(NULL, UnusableAnswer, id="null"),
        pytest.param(CUT, UnusableAnswer, id="cut"),
        pytest.param(message("No."), UnusableAnswer, id="refusal"),
        pytest.param(Reply(status=503), ModelUnavailable, id="503"),
        pytest.param(Reply(status=429, headers={"Retry-After": "60"}), ModelUnavailable, id="429"),
        pytest.param(Reply(status=401), ModelError, id="401"),
    ],
)
async def test_otherwise_the_extraction_fails(reply: Reply, kind: type[ModelError]) -> None:
    with pytest.raises(ModelError) as caught:
        await extraction([reply])

    assert type(caught.value) is kind
    assert caught.value.retryable is (kind is ModelUnavailable)


async def test_a_hang_fails_at_the_time_limit() -> None:
    with pytest.raises(ModelUnavailable, match="did not answer"):
        await extraction([HANG], seconds=0.05)
