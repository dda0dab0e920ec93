"""The shipped embedder, with its real model."""

import asyncio
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tacitus.adapters.models.minilm_embedder import MiniLmEmbedder
from tacitus.adapters.models.minilm_model import MiniLmModel
from tacitus.domain.errors import Misconfigured
from tacitus.domain.vectors import Vector
from tacitus.ports.models import Embedder
from tacitus.recall.pack import NEAR
from tests.tables import table
from tests.unit.domain.statements.pairs import IDENTICAL, RESTATEMENTS

FIXTURES = Path("tests/fixtures")
SENTENCES = (FIXTURES / "minilm_sentences.txt").read_text("utf-8").splitlines()
EMBEDDER = MiniLmEmbedder()

Vectors = NDArray[np.float32]


async def embed(text: str) -> Vector:
    [vector] = await EMBEDDER.embed([text])
    return vector


async def test_it_is_an_embedder_of_384_dimensions() -> None:
    embedder: Embedder = EMBEDDER

    assert (embedder.name, embedder.dimension) == ("all-minilm-l6-v2-int8", 384)


@table(
    "text",
    ["Alice bakes bread.", "", " ", "\x00", "a\ud800b", "\udfff", "你好", "[MASK]", "🎉" * 300],
)
async def test_every_text_has_a_vector_of_length_one(text: str) -> None:
    vector = await embed(text)

    assert vector.shape == (384,)
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-5)


@pytest.fixture(scope="module")
def exact() -> Vectors:
    """Return the vectors of the sentences by the model as it was published."""
    return np.load(FIXTURES / "minilm_fp32.npz")["vectors"]


@pytest.fixture(scope="module")
def found() -> Vectors:
    return np.stack(asyncio.run(EMBEDDER.embed(SENTENCES)))


def test_integers_keep_the_direction_of_the_exact_vectors(exact: Vectors, found: Vectors) -> None:
    cosines = (exact * found).sum(axis=1)

    assert cosines.mean() >= 0.995
    assert cosines.min() >= 0.95


def test_integers_keep_the_order_of_neighbours(exact: Vectors, found: Vectors) -> None:
    nearest = [np.argsort(-(one @ one.T), axis=1)[:, 1] for one in (exact, found)]

    assert (nearest[0] == nearest[1]).mean() >= 0.9


async def test_vectors_come_in_the_order_of_the_texts() -> None:
    texts = ["A long sentence about the weather in the mountains of Norway.", "Snow", "It rains."]

    together = await EMBEDDER.embed(texts)

    for text, vector in zip(texts, together, strict=True):
        assert vector @ await embed(text) > 0.9999


async def test_a_vector_does_not_depend_on_the_texts_beside_it(found: Vectors) -> None:
    alone = np.stack([await embed(text) for text in SENTENCES[::3]])

    assert (found[::3] * alone).sum(axis=1).min() > 0.999


async def test_no_texts_have_no_vectors() -> None:
    assert await EMBEDDER.embed([]) == []


async def test_what_means_the_same_is_closer_than_what_shares_words() -> None:
    afraid = await embed("The dog is afraid of thunder and hides under the bed.")

    same = afraid @ await embed("A frightened puppy crawls beneath the mattress during storms.")
    other = afraid @ await embed("The bed is made of oak and stands under the window.")

    assert same > other + 0.1


async def test_a_text_is_read_up_to_256_tokens() -> None:
    text = "word " * 254

    assert np.allclose(await embed(text), await embed(text + "something else"))


async def test_ten_megabytes_of_text_are_cut_before_they_are_read() -> None:
    async with asyncio.timeout(5):
        await embed("lorem ipsum " * 900_000)


async def test_a_remembered_vector_is_safe_from_its_users() -> None:
    first = await embed("When did it snow?")
    first[:] = 0.0

    assert np.linalg.norm(await embed("When did it snow?")) == pytest.approx(1.0, abs=1e-5)


async def test_a_question_does_not_wait_for_a_document_that_came_first() -> None:
    embedder = MiniLmEmbedder(threads=1)
    await embedder.warm()

    document = asyncio.create_task(embedder.embed(SENTENCES))
    await asyncio.sleep(0)
    await embedder.embed(["When did it snow?"])

    assert not document.done()
    assert len(await document) == len(SENTENCES)
    await embedder.close()


def test_missing_files_are_a_fault_of_the_installation(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="embedder's files"):
        MiniLmModel.load(tmp_path)


async def test_what_says_the_same_in_other_words_is_nearer_than_recall_compares() -> None:
    pairs = [*IDENTICAL, *RESTATEMENTS]
    vectors = np.stack(await EMBEDDER.embed([text for pair in pairs for text in pair]))

    cosines = np.vecdot(vectors[::2], vectors[1::2])

    far = [pair for pair, cosine in zip(pairs, cosines, strict=True) if cosine < NEAR]
    assert far == []
