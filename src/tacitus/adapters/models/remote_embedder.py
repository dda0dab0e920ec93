"""An embedder behind an OpenAI-compatible endpoint: OpenAI, Ollama, vLLM, TEI, LM Studio, ..."""

from collections.abc import Sequence
from typing import cast

import numpy as np

from tacitus.adapters.models.json_endpoint import JsonEndpoint
from tacitus.adapters.models.repair import well_formed
from tacitus.domain.errors import UnusableAnswer
from tacitus.domain.vectors import Vector

BATCH = 32
"""Texts a request; what the smallest server takes by default."""


class RemoteEmbedder:
    """A model that was asked for the length of its vectors; made by `open_remote_embedder`."""

    def __init__(self, model: str, endpoint: JsonEndpoint, dimension: int) -> None:
        self._model = model
        self._endpoint = endpoint
        self._dimension = dimension

    @property
    def name(self) -> str:
        return f"remote:{self._model}"

    @property
    def dimension(self) -> int:
        return self._dimension

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Embed in batches, one after another.

        Raises:
            ModelUnavailable: The server did not answer.
            UnusableAnswer: It answered with too few vectors, or ones of another length.
        """
        vectors: list[Vector] = []
        for start in range(0, len(texts), BATCH):
            batch = texts[start : start + BATCH]
            vectors += await _embed(self._endpoint, self._model, batch)
        lengths = {len(vector) for vector in vectors} - {self._dimension}
        if lengths:
            raise UnusableAnswer(
                f"{self.name} gave vectors of length {min(lengths)}, not {self._dimension} as before"
            )
        return vectors

    async def close(self) -> None:
        await self._endpoint.close()


async def open_remote_embedder(
    model: str, base_url: str, api_key: str | None = None, *, seconds: float = 30.0
) -> RemoteEmbedder:
    """Ask the model for one vector, to know how long its vectors are.

    Raises:
        ModelError: The server does not answer, or has no such model.
    """
    endpoint = JsonEndpoint(f"The embedder {model}", base_url, api_key, seconds=seconds)
    try:
        [vector] = await _embed(endpoint, model, ["dimension"])
    except BaseException:
        await endpoint.close()
        raise
    return RemoteEmbedder(model, endpoint, len(vector))


async def _embed(endpoint: JsonEndpoint, model: str, texts: Sequence[str]) -> list[Vector]:
    # No server takes an empty text, and none can be sent half a character.
    words = [well_formed(text) or " " for text in texts]
    answer = await endpoint.post("embeddings", {"model": model, "input": words})
    rows = _rows(answer)
    if sorted(rows) != list(range(len(texts))):
        raise UnusableAnswer(f"{model} gave {len(rows)} vectors for {len(texts)} texts")
    return [_unit(rows[index], model) for index in range(len(texts))]


def _rows(answer: object) -> dict[int, object]:
    """The vectors by their index; their order in the answer means nothing."""
    data = cast(dict[str, object], answer).get("data") if isinstance(answer, dict) else None
    rows = cast(list[object], data) if isinstance(data, list) else []
    found: dict[int, object] = {}
    for position, row in enumerate(rows):
        fields = cast(dict[str, object], row) if isinstance(row, dict) else {}
        index = fields.get("index", position)
        found[index if isinstance(index, int) else position] = fields.get("embedding")
    return found


def _unit(numbers: object, model: str) -> Vector:
    try:
        vector = np.asarray(numbers, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise UnusableAnswer(f"{model} gave a vector that holds no numbers") from error
    length = float(np.linalg.norm(vector)) if vector.ndim == 1 else 0.0
    if not np.isfinite(length) or length == 0:
        raise UnusableAnswer(f"{model} gave a vector without direction")
    return vector / np.float32(length)
