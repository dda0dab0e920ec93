"""Entries of logs."""

from datetime import UTC, datetime, timedelta, timezone

from tacitus.domain.logs import entries_of
from tests.tables import table

WRITTEN = datetime(2024, 6, 3, 9, tzinfo=UTC)
TEN = datetime(2024, 5, 1, 10, 0, 1, tzinfo=UTC)


@table(
    "line, words, at",
    [
        ("2024-05-01T10:00:01Z ERROR refused", "ERROR refused", TEN),
        ("[2024-05-01 10:00:01] refused", "refused", TEN),
        ("2024/05/01 10:00:01 refused", "refused", TEN),
        ("May  1 10:00:01 web-3 sshd: refused", "web-3 sshd: refused", TEN),
        ("10:00:01 - refused", "refused", TEN.replace(month=6, day=3)),
        (
            "2024-05-01T12:00:01+02:00 refused",
            "refused",
            TEN.astimezone(timezone(timedelta(hours=2))),
        ),
    ],
)
def test_the_stamp_in_front_says_when(line: str, words: str, at: datetime) -> None:
    [entry] = entries_of(line, WRITTEN)

    assert (entry.words, entry.key, entry.at) == (words, words, at)
    assert entry.span == (0, len(line))


def test_a_stamp_may_stand_within_the_line() -> None:
    lines = [f'9.9.9.9 - - [01/May/2024:10:00:0{n} +0000] "GET /" 503' for n in range(2)]

    first, second = entries_of("\n".join(lines), WRITTEN)

    assert first.key == second.key == '9.9.9.9 - - "GET /" 503'
    assert second.at == TEN


def test_lines_without_a_stamp_go_on_with_the_entry_before() -> None:
    first, second = entries_of("10:00:01 failed\n  at main.py\n10:00:02 gone", WRITTEN)

    assert first.words == "failed\n  at main.py"
    assert second.words == "gone"


def test_lines_dated_by_hand_are_a_log_where_they_repeat_themselves() -> None:
    same = [f"- 2024-05-0{day} backup done" for day in range(1, 4)]
    different = ["- 2024-05-01 met Ann", "- 2024-05-02 met Bob", "- 2024-05-03 met Cy"]

    assert {entry.key for entry in entries_of("\n".join(same), WRITTEN)} == {"backup done"}
    assert entries_of("\n".join(different), WRITTEN) == ()


@table(
    "text",
    [
        "",
        "We met at 10:00 in Rome.",
        "The outage began 2024-05-01T10:00:01Z and ended at 2024-05-01T11:00:01Z.",
        "10:00 coffee\n11:00 talk\n12:00 lunch",
    ],
)
def test_prose_and_plans_are_no_log(text: str) -> None:
    assert entries_of(text, WRITTEN) == ()
