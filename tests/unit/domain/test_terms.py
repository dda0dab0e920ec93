"""Keyword terms: what counts as the same word."""

import threading

from hypothesis import given
from hypothesis import strategies as st

from tacitus.domain.terms import fold_letters, terms
from tests.tables import table

SENTENCES = {
    "Chinese": "罗晓薇上礼拜五把轮胎的价格谈下来了",
    "Chinese with digits": "头管角改成七十一度以后试骑的人都说好多了",
    "Japanese": "昨日は渋谷のカフェで新しいプロジェクトについて話しました",
    "Korean": "어제 친구와 함께 한강에서 자전거를 탔습니다",
    "Turkish": "Dün akşam İzmir'de ılık bir rüzgâr eşliğinde yürüdük",
    "Arabic": "ذهبتُ أمسِ إلى المكتبة مع صديقتي القديمة",
    "Persian": "دیروز با خواهرم به بازار بزرگ شهر رفتیم",
    "Hebrew": "אתמול הלכתי לספרייה עם החברה שלי",
    "Russian": "Вчера мы с братом ездили на дачу под Рязанью",
    "Greek": "Χθες πήγαμε με την αδελφή μου στη θάλασσα",
    "Hindi": "कल मैं अपनी बहन के साथ बाज़ार गया था",
    "Thai": "เมื่อวานฉันไปตลาดกับพี่สาวของฉัน",
    "French": "Hélène a dîné près du théâtre où Zoé répète",
    "German": "Die Bürgermeisterin eröffnete gestern die Brücke über die Förde",
}


@table("sentence", SENTENCES.values())
def test_any_four_characters_from_the_middle_find_the_sentence(sentence: str) -> None:
    stored = set(terms(sentence))

    middle = range(len(sentence) // 4, 3 * len(sentence) // 4)
    missed = [sentence[i : i + 4] for i in middle if not stored & set(terms(sentence[i : i + 4]))]

    assert missed == []


@table("piece", ["🎂", "🎉🎂🥳🎈", "s 🎉🎂", "🥳🎈 t"])
def test_an_emoji_is_a_word(piece: str) -> None:
    assert set(terms(piece)) & set(terms("Party at ours 🎉🎂🥳🎈 tonight"))


@table(
    "text, expected",
    [
        ("INC-412", ("inc-412", "inc", "412")),
        ("v2.3.1", ("v2.3.1", "2.3.1", "v2")),
        ("10,234", ("10234",)),
        ("10234", ("10234",)),
        ("38.400", ("38.400", "38400")),
        ("3.5", ("3.5",)),
        ("10:30", ("10:30", "10", "30")),
        ("UA123", ("ua123", "ua", "123")),
        ("pinboard-api", ("pinboard-api", "pinboard", "api")),
        ("max_pool_size", ("max_pool_size", "max", "pool", "size")),
        ("maxPoolSize", ("maxpools", "max", "pool", "size")),
        ("C++", ("c++",)),
        ("C# or F#", ("c#", "f#")),
        ("R&D", ("r&d",)),
        ("src/app/main.py", ("src", "app", "main.py", "main", "py")),
        ("ana@example.com", ("ana@example.com", "ana", "exampl", "com")),
        ("2024-03-11", ("2024-03-11", "2024", "03", "11")),
        ("45C 的轮胎", ("45c", "的轮", "轮胎", "轮", "胎")),
    ],
)
def test_identifiers_stay_whole_and_are_split(text: str, expected: tuple[str, ...]) -> None:
    assert tuple(term for term in terms(text) if not term.startswith("~")) == expected


@table(
    "one, other",
    [
        ("running shoes", "Runs, shoe!"),
        ("Caroline's café", "caroline’s CAFE"),
        ("ISTANBUL", "İstanbul"),
        ("ISTANBUL", "ıstanbul"),
        ("ﬁle ＡＢＣ", "file abc"),
        ("كَتَبَ", "كتب"),
        ("Łódź", "lodz"),
        ("straße", "STRASSE"),
    ],
)
def test_forms_that_differ_in_case_accents_or_width_share_their_words(one: str, other: str) -> None:
    def plain(text: str) -> list[str]:
        return [term for term in terms(text) if not term.startswith("~")]

    assert plain(one) == plain(other)


def test_function_words_are_left_out() -> None:
    assert terms("Where did you and Caroline go?") == ("carolin", "go")


def test_function_words_stay_where_nothing_else_is_left() -> None:
    assert terms("the who?") == ("the", "who")


def test_capital_letters_make_a_name_of_a_function_word() -> None:
    assert terms("the US office") == ("us", "offic")


def test_terms_repeat_as_the_text_does() -> None:
    assert terms("pottery, more pottery") == ("potteri", "potteri")


@table("text", ["", "   ", "?!…", "\ud800", "—", "\u0301"])
def test_nothing_readable_gives_nothing_or_survives(text: str) -> None:
    assert all(isinstance(term, str) for term in terms(text))


def test_a_very_long_word_gives_a_short_term() -> None:
    assert max(map(len, terms("a1" * 5_000 + " end"))) <= 64


def test_english_gives_no_trigrams() -> None:
    assert not [t for t in terms("We met at the café by the old river wall") if t[0] == "~"]


def test_threads_agree() -> None:
    found: list[tuple[str, ...]] = []
    words = [f"running{i} walking jumps" for i in range(500)]

    def work() -> None:
        found.append(tuple(term for word in words for term in terms(word)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 4
    assert len(set(found)) == 1


@given(st.text())
def test_any_text_gives_the_same_terms_twice(text: str) -> None:
    assert terms(text) == terms(text)
    assert "" not in terms(text)


def test_folding_is_done_once() -> None:
    letters = map(chr, range(0x20000))  # no script beyond has capitals
    cased = [letter for letter in letters if letter.islower() or letter.isupper()]

    for text in (*cased, "".join(cased), "".join(reversed(cased))):
        assert fold_letters(fold_letters(text)) == fold_letters(text)
