"""The files of all-MiniLM-L6-v2, loaded: texts to tokens, tokens to vectors."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self, cast

import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray
from tokenizers import Tokenizer

from tacitus.adapters.models.repair import well_formed
from tacitus.domain.errors import Misconfigured

MAX_TOKENS = 256
"""Of a text; the rest is not read."""
MAX_CHARACTERS = 16_384
"""Handed to the tokenizer, which reads all it gets before it cuts."""


class MiniLmModel:
    """Safe to use from several threads; each call runs on its caller's thread."""

    def __init__(self, tokenizer: Tokenizer, session: Any) -> None:
        self._tokenizer = tokenizer
        self._session = session

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read `tokenizer.json` and `model.onnx`: 0.2 s, 70 MB.

        Raises:
            Misconfigured: A file is missing or damaged.
        """
        try:
            tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
            session = _session(folder / "model.onnx")
        except Exception as error:  # both libraries raise classes of their own, or Exception
            raise Misconfigured(f"The embedder's files in '{folder}': {error}") from error
        tokenizer.no_padding()
        cast(Any, tokenizer).enable_truncation(MAX_TOKENS)
        return cls(tokenizer, session)

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the token ids of each text, with those that mark its start and end."""
        readable = [well_formed(text[:MAX_CHARACTERS]) for text in texts]
        if len(readable) == 1:  # a batch wakes threads of its own, which takes longer than one text
            return [self._tokenizer.encode(readable[0]).ids]
        return [one.ids for one in self._tokenizer.encode_batch_fast(readable)]

    def vectors(self, texts: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """Return one unit-length row for each text's tokens, computed as a single batch."""
        shape = (len(texts), max(map(len, texts)))
        ids, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int32)
        for row, text in enumerate(texts):
            ids[row, : len(text)] = text
            mask[row, : len(text)] = 1
        [rows] = self._session.run(None, {"input_ids": ids, "attention_mask": mask})
        return cast(NDArray[np.float32], rows)


def _session(path: Path) -> Any:
    runtime = cast(Any, onnxruntime)
    options = runtime.SessionOptions()
    # Batches run side by side on one thread each: threads within a batch wait for one another.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # The graph is optimised as it lies; the fusions of higher levels make it slower.
    options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    return runtime.InferenceSession(
        str(path), sess_options=options, providers=["CPUExecutionProvider"]
    )
