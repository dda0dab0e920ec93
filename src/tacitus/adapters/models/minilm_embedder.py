"""The default embedder: all-MiniLM-L6-v2, shipped with the package, for English."""

import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tacitus.adapters.models.batching import batches_of_like_length
from tacitus.adapters.models.priority_threads import PriorityThreads
from tacitus.domain.vectors import Vector

if TYPE_CHECKING:
    from tacitus.adapters.models.minilm_model import MiniLmModel

FOLDER = Path(__file__).with_name("minilm")
DIMENSION = 384
BATCH_TOKENS = 512
"""Some 50 ms of one core: how long a question may wait for a batch to end; bounds memory too."""
TOKENIZED_AT_ONCE = 512
"""Texts."""
REMEMBERED = 1024
"""Texts embedded alone, such as questions, of which the vector is kept."""


class MiniLmEmbedder:
    """Loads the model with the first text. Few texts go before many, whoever came first.

    The vector of a text does not depend on the texts beside it, but for rounding.

    Args:
        threads: Batches computed at the same time; as many as there are cores by default.
    """

    def __init__(self, *, threads: int | None = None) -> None:
        self._threads = PriorityThreads(threads or _cores(), "embedder")
        self._loading = threading.Lock()
        self._loaded: MiniLmModel | None = None
        self._known: OrderedDict[str, Vector] = OrderedDict()

    @property
    def name(self) -> str:
        return "all-minilm-l6-v2-int8"

    @property
    def dimension(self) -> int:
        return DIMENSION

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one unit-length vector for each text, in order.

        Raises:
            Misconfigured: The model's files are missing or damaged.
        """
        if len(texts) == 1:
            return [await self._embed_alone(texts[0])]
        tokens = await self._tokens(texts)
        batches = batches_of_like_length([len(one) for one in tokens], BATCH_TOKENS)
        chosen = [[tokens[position] for position in batch] for batch in batches]
        rows = await self._threads.run_each(
            len(texts), [partial(self._vectors_now, some) for some in chosen]
        )
        places = chain.from_iterable(batches)
        found = dict(zip(places, chain.from_iterable(rows), strict=True))
        return [found[position] for position in range(len(texts))]

    async def warm(self) -> None:
        """Load the model now, so that the first question does not wait for it."""
        await self._threads.run(0, lambda: self._embed_now("warm"))

    async def close(self) -> None:
        """Let the threads end once what is under way is done."""
        self._threads.close()

    async def _embed_alone(self, text: str) -> Vector:
        if text in self._known:
            self._known.move_to_end(text)
        else:
            self._known[text] = await self._threads.run(1, lambda: self._embed_now(text))
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return self._known[text].copy()

    async def _tokens(self, texts: Sequence[str]) -> list[list[int]]:
        tokens: list[list[int]] = []
        for start in range(0, len(texts), TOKENIZED_AT_ONCE):
            part = texts[start : start + TOKENIZED_AT_ONCE]
            tokens += await self._threads.run(len(texts), partial(self._tokens_now, part))
        return tokens

    def _tokens_now(self, texts: Sequence[str]) -> list[list[int]]:
        return self._model().tokens(texts)

    def _vectors_now(self, tokens: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        return self._model().vectors(tokens)

    def _embed_now(self, text: str) -> Vector:
        model = self._model()
        return model.vectors(model.tokens([text]))[0]

    def _model(self) -> "MiniLmModel":
        with self._loading:
            if self._loaded is None:
                # A tenth of a second that commands which embed nothing need not pay.
                from tacitus.adapters.models.minilm_model import MiniLmModel  # noqa: PLC0415

                self._loaded = MiniLmModel.load(FOLDER)
            return self._loaded


def _cores() -> int:
    # Where it is known, what this process may use counts: a container sees all of its host's cores.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
