"""A cross-encoder from model files on disk, run by onnxruntime."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from tacitus.adapters.models.repair import well_formed
from tacitus.domain.errors import Misconfigured

MAX_TOKENS = 512
"""Of question and text together; a longer text is read up to there."""
BATCH = 8


class OnnxCrossEncoder:
    """Reads question and text together, such as ms-marco-MiniLM-L-6-v2.

    Args:
        folder: Holds `tokenizer.json` and `model.onnx`, or the latter in `onnx/`, as fastembed
            leaves them.
        threads: Cores for one batch.

    Raises:
        Misconfigured: A file is missing or cannot be read.
    """

    def __init__(self, folder: Path, *, threads: int = 2) -> None:
        self._folder = folder
        model = next((path for path in _models(folder) if path.is_file()), None)
        words = folder / "tokenizer.json"
        if model is None or not words.is_file():
            raise Misconfigured(
                f"No cross-encoder in '{folder}': it needs tokenizer.json and model.onnx"
            )
        self._tokenizer = _tokenizer(words)
        self._session = _session(model, threads)
        self._inputs = {one.name for one in self._session.get_inputs()}

    @property
    def name(self) -> str:
        return f"onnx:{self._folder.name}"

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Score off the event loop, in batches of like length; cancelled between two of them."""
        pairs = [(well_formed(question), well_formed(text)) for text in texts]
        encoded = await asyncio.to_thread(self._tokenizer.encode_batch, pairs)
        order = sorted(range(len(texts)), key=lambda index: len(encoded[index].ids))
        scores = [0.0] * len(texts)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            logits = await asyncio.to_thread(self._logits, [encoded[index] for index in batch])
            for index, logit in zip(batch, logits, strict=True):
                scores[index] = logit
        return scores

    def _logits(self, batch: Sequence[Encoding]) -> list[float]:
        longest = max(len(one.ids) for one in batch)
        columns = {
            "input_ids": _padded([one.ids for one in batch], longest),
            "attention_mask": _padded([one.attention_mask for one in batch], longest),
            "token_type_ids": _padded([one.type_ids for one in batch], longest),
        }
        feed = {name: column for name, column in columns.items() if name in self._inputs}
        [output, *_] = cast(list[NDArray[np.float32]], self._session.run(None, feed))
        return [float(row[-1]) for row in output.reshape(len(batch), -1)]


def _models(folder: Path) -> list[Path]:
    return [folder / "model.onnx", folder / "onnx" / "model.onnx"]


def _tokenizer(path: Path) -> Tokenizer:
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # tokenizers raises Exception itself
        raise Misconfigured(f"'{path}' is no tokenizer: {error}") from error
    cast(Any, tokenizer).enable_truncation(MAX_TOKENS, strategy="longest_first")
    tokenizer.no_padding()
    return tokenizer


def _session(path: Path, threads: int) -> Any:
    runtime = cast(Any, onnxruntime)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    try:
        return runtime.InferenceSession(
            str(path), sess_options=options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # onnxruntime's errors share no other base
        raise Misconfigured(f"'{path}' is no ONNX model: {error}") from error


def _padded(rows: Sequence[Sequence[int]], length: int) -> NDArray[np.int64]:
    table = np.zeros((len(rows), length), np.int64)
    for at, row in enumerate(rows):
        table[at, : len(row)] = row
    return table
