"""A cross-encoder from files: a tiny model, built here, whose score is a sum of token ids."""

import json
from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from tacitus.adapters.models.onnx_cross_encoder import MAX_TOKENS, OnnxCrossEncoder
from tacitus.domain.errors import Misconfigured
from tacitus.domain.recollection import Candidate
from tacitus.evaluation.fitting.coefficients import as_toml, relevance_of
from tacitus.evaluation.fitting.examples import Example
from tacitus.evaluation.fitting.model import Columns, Pull, fit_model
from tacitus.recall.relevance import read_relevance
from tacitus.recall.rerank import rerank
from tests.builders import a_memory

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "rain", "snow", "dull"]
RAIN, SNOW, DULL = 4, 5, 6


def write_tokenizer(path: Path) -> None:
    """Whole words, framed as BERT frames a pair: [CLS] question [SEP] text [SEP]."""
    pair = [
        {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
        {"Sequence": {"id": "B", "type_id": 1}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 1}},
    ]
    special = {name: {"id": name, "ids": [WORDS.index(name)], "tokens": [name]} for name in WORDS}
    tokenizer: dict[str, object] = {
        "version": "1.0",
        "model": {
            "type": "WordLevel",
            "vocab": {word: index for index, word in enumerate(WORDS)},
            "unk_token": "[UNK]",
        },
        "pre_tokenizer": {"type": "Whitespace"},
        "normalizer": {"type": "Lowercase"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": pair[:3],
            "pair": pair,
            "special_tokens": {name: special[name] for name in ("[CLS]", "[SEP]")},
        },
        "decoder": None,
        "truncation": None,
        "padding": None,
        "added_tokens": [],
    }
    path.write_text(json.dumps(tokenizer))


def write_model(path: Path) -> None:
    """logits[i, 0] = sum over tokens of id * type * mask: the words of the text, and its [SEP]."""
    names = ["input_ids", "attention_mask", "token_type_ids"]
    rows = numpy_helper.from_array(np.array([1], np.int64), "axes")
    nodes = [
        helper.make_node("Mul", ["input_ids", "token_type_ids"], ["of_text"]),
        helper.make_node("Mul", ["of_text", "attention_mask"], ["kept"]),
        helper.make_node("ReduceSum", ["kept", "axes"], ["sum"], keepdims=1),
        helper.make_node("Cast", ["sum"], ["logits"], to=TensorProto.FLOAT),
    ]
    graph = helper.make_graph(
        nodes,
        "sum_of_ids",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["n", "t"]) for name in names],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", 1])],
        [rows],
    )
    opset = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=9)
    path.write_bytes(model.SerializeToString())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tiny-cross-encoder")
    write_tokenizer(made / "tokenizer.json")
    write_model(made / "model.onnx")
    return made


async def test_each_text_is_scored_with_the_question_in_the_order_given(folder: Path) -> None:
    encoder = OnnxCrossEncoder(folder, threads=1)

    scores = await encoder.score("Snow?", ["Rain snow rain", "dull", ""])

    separator = WORDS.index("[SEP]")
    assert scores == [RAIN + SNOW + RAIN + separator, DULL + separator, separator]


async def test_padding_in_a_batch_changes_no_score(folder: Path) -> None:
    encoder = OnnxCrossEncoder(folder, threads=1)
    texts = [" ".join(["rain"] * length) for length in range(1, 30)]

    together = await encoder.score("snow", texts)

    assert together == [(await encoder.score("snow", [text]))[0] for text in texts]


async def test_question_and_text_are_cut_at_the_models_limit(folder: Path) -> None:
    encoder = OnnxCrossEncoder(folder, threads=1)
    long = " ".join(["rain"] * 2000)

    [score] = await encoder.score("snow", [long])
    both = await encoder.score(long, [long])

    # [CLS] snow [SEP] and the last [SEP] leave 508 words of the text.
    assert score == (MAX_TOKENS - 4) * RAIN + WORDS.index("[SEP]")
    assert 0 < both[0] < score


async def test_no_texts_and_broken_characters_do_no_harm(folder: Path) -> None:
    encoder = OnnxCrossEncoder(folder, threads=1)

    assert await encoder.score("snow", []) == []
    assert len(await encoder.score("sn\ud83dow", ["\udc00 rain"])) == 1


async def test_the_model_may_lie_in_a_folder_of_its_own(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "onnx").mkdir()
    write_tokenizer(tmp_path / "tokenizer.json")
    write_model(tmp_path / "onnx" / "model.onnx")

    assert await OnnxCrossEncoder(tmp_path).score("snow", ["rain"]) == await OnnxCrossEncoder(
        folder
    ).score("snow", ["rain"])


def test_the_name_is_that_of_the_folder(folder: Path) -> None:
    assert OnnxCrossEncoder(folder).name == f"onnx:{folder.name}"


def test_a_folder_without_the_files_is_refused_with_what_it_needs(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match=r"needs tokenizer\.json and model\.onnx"):
        OnnxCrossEncoder(tmp_path)


@pytest.mark.parametrize("broken", ["model.onnx", "tokenizer.json"])
def test_a_broken_file_is_named(tmp_path: Path, broken: str) -> None:
    write_tokenizer(tmp_path / "tokenizer.json")
    write_model(tmp_path / "model.onnx")
    (tmp_path / broken).write_text("not this")

    with pytest.raises(Misconfigured, match=broken):
        OnnxCrossEncoder(tmp_path)


async def test_its_score_is_weighed_with_all_else_as_it_was_fitted(folder: Path) -> None:
    encoder = OnnxCrossEncoder(folder, threads=1)
    texts = ["dull dull dull", "rain", "dull", "rain rain"]  # nothing else tells them apart
    scores = np.array(await encoder.score("Snow?", texts))
    columns = Columns(ranking=("cosine",), answering=(), holding=(), all=("cosine",))
    asked = Example(
        conversation="a",
        features=np.ones((4, 1)),
        relevant=np.array([True, False, False, False]),
        turns=(("1",), ("2",), ("3",), ("4",)),
        tokens=(1, 1, 1, 1),
        gold=("1",),
        scores=scores,
    )

    model = fit_model([asked] * 20, columns, Pull())
    written = relevance_of(model, embedder="x", floor=0.0, answerable=0.0, reranker=encoder.name)
    reranking = read_relevance(as_toml(written)).reranking

    ranked = await rerank(
        "Snow?",
        [Candidate(memory=a_memory(text), score=0.25, relevance=0.25) for text in texts[::-1]],
        encoder,
        within=5,
        reranking=reranking,
    )
    assert ranked[0].memory.text == "dull dull dull"
    assert [one.relevance for one in ranked] == [one.score for one in ranked]
    assert (ranked[0].relevance or 0) > 0.9 > 0.1 > (ranked[1].relevance or 0)
