"""Where sentences end."""

from tacitus.domain.sentences import packed, sentence_spans
from tests.tables import table


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@table(
    "text, sentences",
    [
        ("It rained. We left.", ["It rained.", "We left."]),
        ("Really?! Yes.", ["Really?!", "Yes."]),
        ('He said "stop." Then he left.', ['He said "stop."', "Then he left."]),
        ("Dr. Wu met Mr. Ott at 3 p.m. today.", ["Dr. Wu met Mr. Ott at 3 p.m. today."]),
        ("Version 2.3.1 is out. Try it.", ["Version 2.3.1 is out.", "Try it."]),
        ("昨天下雨。我们走了！", ["昨天下雨。", "我们走了！"]),
        ("- milk\n- bread", ["- milk", "- bread"]),
        ("One\n\nTwo", ["One", "Two"]),
        ("  \n ", []),
    ],
)
def test_text_is_cut_at_its_sentences(text: str, sentences: list[str]) -> None:
    assert cut(text) == sentences


def test_sentences_are_joined_up_to_the_limit() -> None:
    text = "One two. Three four. Five six."

    spans = packed(text, sentence_spans(text), 20)

    assert [text[a:b] for a, b in spans] == ["One two. Three four.", "Five six."]


def test_a_sentence_longer_than_the_limit_is_cut_at_a_space() -> None:
    text = "word " * 20

    pieces = [text[a:b] for a, b in packed(text, [(0, len(text))], 30)]

    assert all(len(piece) <= 30 for piece in pieces)
    assert " ".join(piece.strip() for piece in pieces).split() == text.split()


def test_a_word_without_end_is_cut_hard() -> None:
    spans = packed("x" * 100, [(0, 100)], 30)

    assert [end - start for start, end in spans] == [30, 30, 30, 10]
