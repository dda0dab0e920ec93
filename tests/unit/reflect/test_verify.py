"""Step 3 of reflect: citations are checked in code."""

from datetime import UTC, datetime

from tacitus.domain.banks import Bank
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Filters, Query, Recollection
from tacitus.domain.reflection import Support
from tacitus.reflect.claims import OpinionReply, SentenceReply
from tacitus.reflect.gathered import Gathered
from tacitus.reflect.verify import verify, well_founded
from tests.builders import NOON, a_bank, a_memory, day, days
from tests.tables import table

MOVED = a_memory("Ann: I moved to Oslo with my dog Rex.", occurred=days(day(2024, 3, 2)))
PAID = a_memory(
    "Bob: The rent is 1,200 euros a month.", mentioned_at=datetime(2024, 4, 1, tzinfo=UTC)
)


def gathered(*memories: Memory) -> Gathered:
    bank: Bank = a_bank()
    query = Query(
        text="?",
        bank=bank,
        terms=(),
        time=None,
        names=(),
        asked_at=NOON,
        filters=Filters(),
    )
    return Gathered(
        recollection=Recollection(query=query, kept=(), tokens=0), memories=tuple(memories)
    )


def support_of(text: str, *citations: int) -> Support:
    [sentence] = verify(
        [SentenceReply(text=text, citations=list(citations))], gathered(MOVED, PAID)
    )
    return sentence.support


@table(
    "text, citations",
    [
        ("Ann moved to Oslo with her dog.", [1]),
        ("Ann moved to Oslo on 2 March 2024.", [1]),
        ("Ann moved to Oslo on 2024-03-02.", [1]),
        ("The rent is 1,200 euros.", [2]),
        ("Ann moved to Oslo, where the rent is 1,200 euros.", [1, 2]),
    ],
)
def test_a_sentence_whose_words_stand_in_what_it_cites_is_supported(
    text: str, citations: list[int]
) -> None:
    assert support_of(text, *citations) is Support.SUPPORTED


@table(
    "text, citations",
    [
        ("Ann moved to Oslo.", []),
        ("Ann moved to Oslo.", [3]),
        ("Ann moved to Oslo.", [0]),
        ("Ann moved to Oslo.", [1, 99]),
        ("The rent is 1,300 euros.", [2]),
        ("Ann moved to Oslo in 2019.", [1]),
        ("The rent is not 1,200 euros a month.", [2]),
        ("Investors worry about quarterly earnings guidance.", [1]),
        ("...", [1]),
    ],
)
def test_a_sentence_that_its_citations_do_not_carry_is_unsupported(
    text: str, citations: list[int]
) -> None:
    assert support_of(text, *citations) is Support.UNSUPPORTED


def test_a_citation_that_was_not_given_is_struck() -> None:
    [sentence] = verify(
        [SentenceReply(text="Ann moved to Oslo.", citations=[1, 7])], gathered(MOVED)
    )

    assert sentence.citations == (MOVED.id,)


def test_an_opinion_without_a_real_source_is_dropped() -> None:
    opinions = [
        OpinionReply(text="Oslo suits Ann.", confidence=0.7, citations=[1]),
        OpinionReply(text="Oslo is overrated.", confidence=0.9, citations=[]),
        OpinionReply(text="Rents will fall.", confidence=0.9, citations=[8]),
    ]

    [kept] = well_founded(opinions, gathered(MOVED))

    assert (kept.text, kept.confidence, kept.drawn_from) == ("Oslo suits Ann.", 0.7, (MOVED.id,))
