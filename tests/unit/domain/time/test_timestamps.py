"""Document times as chats and logs spell them."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from tacitus.domain.time import parse_timestamp
from tacitus.domain.time.timestamps import NamesNoZone
from tests.tables import table

BERLIN = ZoneInfo("Europe/Berlin")


@table(
    "text, expected",
    [
        ("2023-05-08", datetime(2023, 5, 8)),
        ("2023-05-08T13:56", datetime(2023, 5, 8, 13, 56)),
        ("2023-05-08 13:56:01", datetime(2023, 5, 8, 13, 56, 1)),
        ("2023-05-08T13:56:01.25", datetime(2023, 5, 8, 13, 56, 1, 250_000)),
        ("20230508T135601", datetime(2023, 5, 8, 13, 56, 1)),
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56)),
        ("12:09 am on 13 September, 2023", datetime(2023, 9, 13, 0, 9)),
        ("2023/05/20 (Sat) 02:21", datetime(2023, 5, 20, 2, 21)),
        ("08.05.2023, 13:56:00", datetime(2023, 5, 8, 13, 56)),
        ("29.12.2023, 22:42:04", datetime(2023, 12, 29, 22, 42, 4)),
        ("May 8, 2023 3:00 PM", datetime(2023, 5, 8, 15)),
        ("8 May 2023", datetime(2023, 5, 8)),
        ("8th of May 2023 at 9 am", datetime(2023, 5, 8, 9)),
        ("Mon May  8 10:00:00 2023", datetime(2023, 5, 8, 10)),
        ("05/08/2023", datetime(2023, 5, 8)),
        ("25/08/2023 10:00", datetime(2023, 8, 25, 10)),
        ("2023年5月8日", datetime(2023, 5, 8)),
        ("  2023-05-08  ", datetime(2023, 5, 8)),
        ("24:00 on 8 May 2023", datetime(2023, 5, 9)),
    ],
)
def test_a_time_without_a_zone_takes_the_default_one(text: str, expected: datetime) -> None:
    found = parse_timestamp(text, default_zone=BERLIN)

    assert found == expected.replace(tzinfo=BERLIN)
    assert found.tzinfo is BERLIN


@table(
    "text, offset",
    [
        ("2023-05-08T13:56:00Z", timedelta(0)),
        ("2023-05-08T13:56:00+02:00", timedelta(hours=2)),
        ("2023-05-08T13:56:00-0330", timedelta(hours=-3, minutes=-30)),
        ("2023-05-08 13:56:00 UTC", timedelta(0)),
        ("Mon, 08 May 2023 13:56:00 +0200", timedelta(hours=2)),
    ],
)
def test_a_zone_that_is_named_counts(text: str, offset: timedelta) -> None:
    found = parse_timestamp(text, default_zone=BERLIN)

    assert found == datetime(2023, 5, 8, 13, 56, tzinfo=timezone(offset))
    assert found.utcoffset() == offset


def test_without_a_default_zone_a_time_of_day_has_to_name_one() -> None:
    naive = ("2023-05-08T13:56", "2023-05-08 0:00", "1:56 pm on 8 May, 2023", "20230508T135601")
    for text in naive:
        with pytest.raises(NamesNoZone, match=f"'{text}' has no zone: add one, such as"):
            parse_timestamp(text, default_zone=None)

    days = [parse_timestamp(day, default_zone=None) for day in ("2023-05-08", "8 May 2023")]
    assert days == [datetime(2023, 5, 8, tzinfo=UTC)] * 2
    exact = ("2023-05-08T13:56Z", "2023-05-08T15:56+02:00", "1683554160")
    read = [parse_timestamp(text, default_zone=None) for text in exact]
    assert read == [datetime(2023, 5, 8, 13, 56, tzinfo=UTC)] * 3


@table("text", ["1683555360", "1683555360.0", "1683555360000", "1683555360000000"])
def test_an_epoch_is_read_in_seconds_milliseconds_or_microseconds(text: str) -> None:
    moment = datetime(2023, 5, 8, 14, 16, tzinfo=UTC)

    assert parse_timestamp(text, default_zone=BERLIN) == moment


def test_a_time_that_clocks_skip_is_the_next_they_show() -> None:
    found = parse_timestamp("2023-03-26T02:30", default_zone=BERLIN)

    assert found.isoformat() == "2023-03-26T03:30:00+02:00"


@table(
    "text",
    [
        "",
        "hello",
        "yesterday",
        "2023-13-08",
        "31.02.2023",
        "13:56 pm on 8 May, 2023",
        "2023-05-08T25:00",
        "99999999999999999999",
        "9" * 50_000,
        "2023-05-08 and more",
        "8 May 2023\n9 May 2023 and a story that goes on",
    ],
)
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match="cannot read") as refusal:
        parse_timestamp(text, default_zone=BERLIN)

    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200
