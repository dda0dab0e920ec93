"""The embedder of tests: deterministic, quick, blind to meaning."""

import numpy as np
import pytest

from tacitus.adapters.models.hash_embedder import HashEmbedder
from tacitus.domain.vectors import Vector
from tacitus.ports.models import Embedder
from tests.tables import table

EMBEDDER: Embedder = HashEmbedder()


async def embed(text: str) -> Vector:
    [vector] = await EMBEDDER.embed([text])
    return vector


@table("text", ["Alice bakes bread.", "", "!?", "the", "你好", "a\ud800b", "\x00"])
async def test_every_text_has_a_vector_of_length_one(text: str) -> None:
    vector = await embed(text)

    assert vector.shape == (EMBEDDER.dimension,)
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-6)


async def test_vectors_come_in_the_order_of_the_texts() -> None:
    rain, snow = await EMBEDDER.embed(["rain", "snow"])

    assert np.array_equal(rain, await embed("rain"))
    assert np.array_equal(snow, await embed("snow"))


async def test_inflected_words_are_one_word() -> None:
    assert await embed("baking breads") @ await embed("bake bread") == pytest.approx(1.0, abs=1e-6)


async def test_shared_words_bring_texts_closer_than_other_words() -> None:
    bread = await embed("Alice bakes rye bread on Sundays")

    assert bread @ await embed("Which bread does Alice bake?") > 0.4
    assert bread @ await embed("The server crashed at midnight") < 0.2


async def test_a_vector_is_the_same_in_every_process() -> None:
    vector = await embed("bread")

    assert vector.argmax() == 20
