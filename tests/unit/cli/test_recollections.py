"""What a recollection looks like, whatever ranked it."""

from io import StringIO

from rich.console import RenderableType

from tacitus.cli.recollections import explanation_table, recollection_table
from tacitus.cli.seams import console
from tacitus.domain.memories import State
from tacitus.domain.recollection import (
    Candidate,
    Channel,
    Explanation,
    Filters,
    Query,
    Recollection,
    Verdict,
)
from tests.builders import NOON, a_bank, a_memory, a_source, day

OLD = a_memory("Ann works at Google.", valid_until=day(2025, 3), state=State.SUPERSEDED)
NEW = a_memory("Ann works at Meta.", sources=(a_source("/somewhere/diary.txt"),))


def shown(what: RenderableType, width: int = 120) -> list[str]:
    out = StringIO()
    console(file=out, width=width).print(what)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def recollection(
    *kept: Candidate, explained: tuple[Explanation, ...] = (), **filters: object
) -> Recollection:
    query = Query(
        text="Where does Ann work?",
        bank=a_bank(),
        terms=(),
        time=None,
        names=(),
        asked_at=NOON,
        filters=Filters(**filters),  # pyright: ignore[reportArgumentType]
    )
    return Recollection(query=query, kept=kept, tokens=8, reason="why", explanations=explained)


def test_without_calibration_there_is_no_relevance_to_show() -> None:
    heading, *_ = shown(recollection_table(recollection(Candidate(memory=NEW, score=0.03))))

    assert heading.split() == ["network", "when", "memory", "from"]


def test_a_document_is_named_without_its_folders() -> None:
    _, row, _ = shown(recollection_table(recollection(Candidate(memory=NEW, score=0.03))))

    assert row.endswith("diary.txt")
    assert "somewhere" not in row


def test_a_superseded_memory_says_by_which_row() -> None:
    replaced = a_memory(
        OLD.text, valid_until=OLD.valid_until, state=State.SUPERSEDED, superseded_by=NEW.id
    )
    found = recollection(Candidate(memory=NEW, score=2), Candidate(memory=replaced, score=1))

    _, _, row, _ = shown(recollection_table(found))

    assert "Ann works at Google.  superseded 1 Mar 2025 by 1" in row


def test_as_of_a_date_a_memory_that_held_says_until_when() -> None:
    found = recollection(Candidate(memory=OLD, score=1), as_of=day(2024, 1))

    _, row, footer = shown(recollection_table(found))

    assert "Ann works at Google.  until 1 Mar 2025" in row
    assert footer.endswith("as of 1 Jan 2024")


def test_nothing_says_why() -> None:
    assert shown(recollection_table(recollection())) == ["nothing recalled: why"]


def test_an_explanation_shows_the_rank_and_score_of_each_channel() -> None:
    kept = Candidate(
        memory=NEW,
        score=1,
        ranks={Channel.SEMANTIC: 1, Channel.GRAPH: 4},
        hits={Channel.SEMANTIC: 0.5, Channel.GRAPH: 0.25},
    )

    heading, row, _ = shown(
        explanation_table(recollection(explained=(Explanation(kept, Verdict.KEPT),)))
    )

    assert heading.split() == ["verdict", "semantic", "keyword", "graph", "temporal", "memory"]
    assert row.split()[:8] == ["1", "kept", "1", "(0.50)", "-", "4", "(0.25)", "-"]


def test_a_long_explanation_ends_with_the_best_of_those_that_went() -> None:
    kept = [Explanation(Candidate(memory=NEW, score=1), Verdict.KEPT)] * 5
    gone = Explanation(Candidate(memory=OLD, score=0), Verdict.BELOW_FLOOR, "too low")

    *_, last, note = shown(explanation_table(recollection(explained=(*kept, gone, gone)), shown=3))

    assert last.split()[:3] == ["6", "below", "floor"]
    assert "too low: Ann works at Google." in last
    assert note.endswith("4 more candidates")
