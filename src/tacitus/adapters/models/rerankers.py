"""Rerankers behind an HTTP service: TEI, Cohere, Jina."""

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import cast

from tacitus.adapters.models.json_endpoint import JsonEndpoint
from tacitus.adapters.models.repair import well_formed
from tacitus.domain.errors import UnusableAnswer

_HOME = {"cohere": "https://api.cohere.com", "jina": "https://api.jina.ai"}
_EPSILON = 1e-6


class RerankService(StrEnum):
    """Whose protocol is spoken."""

    TEI = "tei"
    """Text Embeddings Inference: gives logits."""
    COHERE = "cohere"
    JINA = "jina"


_PATH = {
    RerankService.TEI: "rerank",
    RerankService.COHERE: "v2/rerank",
    RerankService.JINA: "v1/rerank",
}
_MODEL = {
    RerankService.COHERE: "rerank-v3.5",
    RerankService.JINA: "jina-reranker-v2-base-multilingual",
}


class HttpReranker:
    """Scores through a service; probabilities are turned back into logits.

    Args:
        base_url: The service's root; None is Cohere's or Jina's own.
        model: None is a current default of the service; TEI serves one model only.
    """

    def __init__(
        self,
        service: RerankService,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        model: str | None = None,
        seconds: float = 10.0,
    ) -> None:
        self._service = service
        self._model = model or _MODEL.get(service, "")
        root = base_url or _HOME.get(service, "http://127.0.0.1:8080")
        name = f"The {service} reranker"
        self._endpoint = JsonEndpoint(name, root, api_key, seconds=seconds)

    @property
    def name(self) -> str:
        return f"{self._service}:{self._model}" if self._model else str(self._service)

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Score in one request.

        Raises:
            ModelUnavailable: The service did not answer.
            UnusableAnswer: It left texts out, or gave something else than numbers.
        """
        if not texts:
            return []
        answer = await self._endpoint.post(_PATH[self._service], self._body(question, texts))
        scores = _scores(answer)
        if sorted(scores) != list(range(len(texts))):
            raise UnusableAnswer(f"{self.name} scored {len(scores)} of {len(texts)} texts")
        ordered = [scores[index] for index in range(len(texts))]
        return ordered if self._service is RerankService.TEI else [_logit(p) for p in ordered]

    async def close(self) -> None:
        await self._endpoint.close()

    def _body(self, question: str, texts: Sequence[str]) -> dict[str, object]:
        query, documents = well_formed(question), [well_formed(text) for text in texts]
        if self._service is RerankService.TEI:
            return {"query": query, "texts": documents, "raw_scores": True, "truncate": True}
        body: dict[str, object] = {
            "model": self._model,
            "query": query,
            "documents": documents,
            "top_n": len(documents),
        }
        if self._service is RerankService.JINA:
            body["return_documents"] = False
        return body


def _scores(answer: object) -> dict[int, float]:
    """Scores by the index of their text, whichever of the services answers."""
    results: object = answer
    if isinstance(answer, dict):
        results = cast(dict[str, object], answer).get("results")
    found: dict[int, float] = {}
    for row in cast(list[object], results) if isinstance(results, list) else []:
        fields = cast(dict[str, object], row) if isinstance(row, dict) else {}
        index, score = fields.get("index"), fields.get("score", fields.get("relevance_score"))
        if isinstance(index, int) and isinstance(score, int | float) and math.isfinite(score):
            found[index] = float(score)
    return found


def _logit(probability: float) -> float:
    bounded = min(max(probability, _EPSILON), 1 - _EPSILON)
    return math.log(bounded / (1 - bounded))
