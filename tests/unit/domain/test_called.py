"""Where a text names something: whole words, whatever the case, and not within another's longer name."""

from tacitus.domain.called import Called

ANNA = Called.by(
    ["Anna Petrova", "Anna", "O'Neil-Smith", "田中", "Josée"],
    ["Anna's Café", "Anna Weber", "Petrova Street", "Rose Bower"],
)


def test_names_are_found_as_words_however_they_are_written() -> None:
    named = {
        "I met anna.": ["anna"],
        "ANNA  PETROVA left": ["ANNA  PETROVA"],
        "Anna\nPetrova": ["Anna\nPetrova"],
        "user:anna": ["anna"],
        "Anna's hat": ["Anna"],
        "O’Neil Smith": ["O’Neil Smith"],
        "昨日田中さんが来た": ["田中"],
        "JOSEE and josée": ["JOSEE", "josée"],
        "An\u00adna, Anna\u200b and \ufeffAnna": ["An\u00adna", "Anna", "Anna"],
        "Anna\u200b Pe\u200btrova left": ["Anna\u200b Pe\u200btrova"],
        "Hanna An\u00adnabel": [],
        "Hanna Annabel": [],
        "Anna Weber and Anna's Café": [],
        "Anna Weber and Anna": ["Anna"],
        "": [],
    }
    found = {text: [text[slice(*span)] for span in ANNA.spans(text)] for text in named}
    assert found == named


def test_what_others_are_called_too_or_everything_is_called_tells_nothing() -> None:
    assert not Called.by(["Sam"], ["Sam"]).within("Sam left.")
    assert not Called.by(["User", "You"]).within("User: you left.")
    rose = Called.by(["Rose"])
    assert [rose.within(text) for text in ("Rose left.", "Prices rose.")] == [True, False]


def test_sentences_that_name_it_go_whole_and_all_that_it_says() -> None:
    text = "Tom: Hi. I saw Anna. Bye.\nAnna: Yes. I am here.\nStill here.\nTom: Good."
    assert [text[slice(*span)] for span in ANNA.sentences(text)] == [
        "I saw Anna.",
        "Anna: Yes.",
        "Anna: Yes. I am here.\nStill here.\n",
    ]
