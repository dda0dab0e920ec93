"""Step 6 of retain: restatements and revisions."""

from datetime import datetime, timedelta
from typing import Any

from tacitus.domain.changes import Record
from tacitus.domain.memories import Dating, Memory
from tacitus.domain.time import Interval
from tacitus.ports.storage import Resemblance
from tacitus.retain.compare import compare_statements
from tacitus.retain.stages import Compared
from tests.builders import NOON, a_memory, a_record, a_source

LATER = NOON + timedelta(days=400)


def said(text: str, at: datetime = NOON, **other: Any) -> Record:
    speaker = text.split(":")[0]
    return a_record(
        text,
        speaker=speaker,
        mentioned_at=at,
        occurred=Interval(at, at),
        sources=(a_source(mentioned_at=at),),
        **other,
    )


def compared(*records: Record, to: Memory, cosine: float = 0.95) -> Compared:
    return compare_statements(records, [[Resemblance(to, cosine)] for _ in records])


OLD = said("Alice: I work at Google.").memory


def test_what_is_said_again_gains_a_source_and_no_memory() -> None:
    result = compared(said("Alice: I work at Google!", LATER), to=OLD)

    assert result.records == ()
    [restatement] = result.restatements
    assert restatement.memory == OLD.id
    assert restatement.source.mentioned_at == LATER


def test_the_same_sentence_with_another_number_is_kept() -> None:
    room = said("Ann: The meeting is in room 101.").memory

    result = compared(said("Ann: The meeting is in room 102."), to=room, cosine=0.99)

    assert len(result.records) == 1
    assert result.restatements == ()


def test_another_speaker_saying_i_is_another_statement() -> None:
    assert len(compared(said("Bob: I work at Google."), to=OLD).records) == 1


def test_a_later_value_supersedes_the_earlier_one_from_when_it_was_said() -> None:
    result = compared(said("Alice: I work at Meta now.", LATER), to=OLD)

    [record] = result.records
    [supersession] = result.supersessions
    assert (supersession.old, supersession.new) == (OLD.id, record.memory.id)
    assert supersession.at == LATER


def test_an_old_statement_that_comes_late_is_superseded_by_what_is_known() -> None:
    new = said("Alice: I work at Meta now.", LATER).memory

    result = compared(said("Alice: I work at Google."), to=new)

    [record] = result.records
    [supersession] = result.supersessions
    assert (supersession.old, supersession.new) == (record.memory.id, new.id)


def test_a_change_of_one_fact_does_not_end_another() -> None:
    home = said("Alice: I live in Boston.").memory

    assert compared(said("Alice: I work at Meta now.", LATER), to=home).supersessions == ()


def test_the_same_words_of_two_days_are_two_events() -> None:
    monday = Interval(NOON, NOON + timedelta(days=1))
    tuesday = Interval(NOON + timedelta(days=1), NOON + timedelta(days=2))
    ran = a_memory("Ann: I ran today.", speaker="Ann", dating=Dating.EXACT, occurred=monday)
    again = a_record(
        "Ann: I ran today.",
        speaker="Ann",
        dating=Dating.EXACT,
        occurred=tuesday,
        sources=(a_source(),),
    )

    assert len(compared(again, to=ran).records) == 1


def test_one_document_that_says_the_same_twice_keeps_it_once() -> None:
    first, second = said("Ann: I like tea."), said("Ann: I like tea.")

    result = compare_statements([first, second], [[], [Resemblance(first.memory, 1.0)]])

    assert [record.memory.id for record in result.records] == [first.memory.id]
    assert [one.memory for one in result.restatements] == [first.memory.id]


def test_under_other_tags_the_same_words_are_another_memory() -> None:
    known = said("Ann: I like tea.", tags=("sales",)).memory

    assert len(compared(said("Ann: I like tea.", tags=("support",)), to=known).records) == 1
    assert compared(said("Ann: I like tea.", tags=("sales",)), to=known).records == ()


def test_what_readers_of_other_tags_see_ends_nothing_here() -> None:
    known = said("Alice: I work at Google.", tags=("sales",)).memory
    new = "Alice: I work at Meta now."

    assert compared(said(new, LATER, tags=("support",)), to=known).supersessions == ()
    assert compared(said(new, LATER, tags=("support", "sales")), to=known).supersessions
    assert compared(said(new, LATER), to=known).supersessions


def test_a_quotation_is_neither_new_nor_another_source() -> None:
    quoting = a_record("Juno: You said: I work at Google.", speaker="Juno", sources=(a_source(),))

    result = compared(quoting, to=OLD)

    assert (result.records, result.restatements) == ((), ())


def test_a_correction_supersedes_what_it_corrects() -> None:
    wrong, right = said("Eve: Ann broke it."), said("Ann: No, that was Bob, not me.")

    result = compare_statements([wrong, right], [[], []], {right.memory.id: wrong.memory.id})

    [supersession] = result.supersessions
    assert (supersession.old, supersession.new) == (wrong.memory.id, right.memory.id)
