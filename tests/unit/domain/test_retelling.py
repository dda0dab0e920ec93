"""Sentences are found again by keys that do not tell them."""

from uuid import UUID

from tacitus.domain.ids import BankId
from tacitus.domain.retelling import keys_of, retold

BANK = BankId(UUID(int=1))
LONG = "My brother Pekka is in prison."


def found(told: str, by: str | None, text: str, speaker: str) -> list[str]:
    hits = retold(BANK, text, keys_of(BANK, told, by), lambda _: speaker)
    return [text[slice(*one.span)] for one in hits]


def test_a_sentence_is_found_whatever_stands_around_it() -> None:
    rows: list[tuple[str, str | None, str, str, list[str]]] = [
        # told, by whom, text, by whom, found
        (LONG, "Ida", LONG, "Ida", [LONG]),
        (LONG, "Ida", LONG, "ida", [LONG]),
        (LONG, "Ida", LONG, "", [LONG]),
        (LONG, None, LONG, "Ida", [LONG]),
        # Nobody says so many words by chance: who said them may be called otherwise by now.
        (LONG, "Ida", LONG, "Tom", [LONG]),
        ("I like rain.", "Ida", "I like rain.", "Tom", []),
        (f"Ida: {LONG}", None, LONG, "Ida", [LONG]),
        (LONG, "Ida", "Well, my brother - Pekka - is\nin prison!", "Ida", [LONG]),
        (LONG, "Ida", "So my brother Pekka is in prison and so on.", "Ida", [LONG]),
        ("I like rain.", "Ida", "I like rain", "Ida", ["I like rain"]),
        ("I like rain.", "Ida", "I like rain coats.", "Ida", []),
        ("I like rain.", "Ida", "Oh! I like rain; I do.", "Ida", ["I like rain"]),
        ("Yes. I go.", "Ida", "I go. Yes!", "Ida", ["I go.", "Yes!"]),
        ("Straße 5", "Ida", "STRASSE 5", "Ida", ["STRASSE 5"]),
        ("- milk\n- bread", "Ida", "bread\nmilk", "Ida", ["bread", "milk"]),
        ("私は東京に住む。", "Ida", "はい。私は東京に住む", "Ida", ["私は東京に住む"]),
        ("I like rain.", "Ida", "I li\u00adke\u200b rain", "Ida", ["I li\u00adke\u200b rain"]),
        ("I li\u00adke rain.", "I\u200bda", "I like rain", "Ida", ["I like rain"]),
        ("...", "Ida", "...", "Ida", []),
    ]
    wrong: list[object] = []
    for told, by, text, speaker, expected in rows:
        hits = found(told, by, text, speaker)
        as_words = [hit.casefold().strip(".!") for hit in hits]
        if expected == [LONG]:
            wrong += [] if len(hits) == 1 and "prison" in as_words[0] else [(text, hits)]
        elif hits != expected:
            wrong.append((text, hits))
    assert wrong == []


def test_a_key_is_of_its_bank_and_does_not_tell_the_words() -> None:
    [key, *_] = keys_of(BANK, LONG, "Ida")

    assert key not in keys_of(BankId(UUID(int=2)), LONG, "Ida")
    assert not any(word in key.casefold() for word in LONG.casefold().split())
