"""Corrections and what they are said of."""

from tacitus.domain.documents import Turn
from tacitus.retain.extract.corrections import corrections_in
from tests.tables import table


def talk(*lines: str) -> list[Turn]:
    said = [line.partition(": ") for line in lines]
    return [Turn(speaker=speaker, text=words) for speaker, _, words in said]


@table(
    "lines, words",
    [
        (("Eve: Ann broke it.", "Ann: No, that was Bob, not me."), "Bob broke it."),
        (("Eve: You were late.", "Ann: No, it was Bob, not me."), "Bob was late."),
        (("Eve: So you broke it?", "Ann: nope, it was Bob, not me"), "Bob broke it."),
        (("Eve: Did you break it?", "Ann: No, that was Bob, not me."), ""),
        (("Ann: It costs 50 euros.", "Ann: Sorry, 40, not 50."), "It costs 40 euros."),
        (("Eve: Bob broke it.", "Ann: No, that was me, not Bob."), "Ann broke it."),
        (("Eve: It is in Ghent.", "Ann: It wasn't Ghent, it was Bruges."), "It is in Bruges."),
        (("Eve: It is in Ghent.", "Bob: Hm.", "Ann: It's Bruges, not Ghent."), "It is in Bruges."),
    ],
)
def test_what_was_said_is_put_right(lines: tuple[str, ...], words: str) -> None:
    [correction] = corrections_in(talk(*lines))

    assert (correction.wrong_turn, correction.turn) == (0, len(lines) - 1)
    assert correction.words == words


@table(
    "lines",
    [
        ("Eve: It is hard.", "Ann: No, it is fun, not hard."),
        ("Eve: It rained.", "Ann: No, that was Bob, not me."),
        ("Ann: No, that was Bob, not me.",),
        ("Eve: Ann broke it.", "Ann: Not at all."),
        ("Eve: Ann broke it.", *["Eve: Hm."] * 5, "Ann: No, that was Bob, not me."),
    ],
)
def test_where_nothing_fits_nothing_is_corrected(lines: tuple[str, ...]) -> None:
    assert not list(corrections_in(talk(*lines)))
