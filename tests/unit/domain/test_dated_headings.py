"""Headings that are a day, and what stands under them."""

from datetime import UTC, datetime, timedelta, timezone

from tacitus.domain.dated_headings import dated_sections

OSLO = timezone(timedelta(hours=2))
WRITTEN = datetime(2026, 9, 14, 18, tzinfo=OSLO)
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def days(text: str, written: datetime | None = WRITTEN) -> dict[str, str]:
    """Return the day of each line that is no heading; empty where none is known."""
    return {
        line: f"{part.at:%Y-%m-%d}" if part.at else ""
        for part in dated_sections(text, written, NOW)
        for line in text[part.start : part.end].splitlines()
        if line and not line.startswith("#")
    }


def test_what_stands_under_a_heading_that_is_a_day_is_of_that_day() -> None:
    headings = {
        "2 July 2026": "2026-07-02",
        "2 July": "2026-07-02",
        "July 2, 2026": "2026-07-02",
        "July 2nd": "2026-07-02",
        "**2 July**:": "2026-07-02",
        "2 July ##": "2026-07-02",
        "Monday, 3 August": "2026-08-03",
        "Mon 3 Aug 2026": "2026-08-03",
        "2026-07-02": "2026-07-02",
        "2026-07-02 (Thu)": "2026-07-02",
        "02.07.2026": "2026-07-02",
        "Montag, 3. August": "2026-08-03",
        "2 juillet 2026": "2026-07-02",
        "2 de julio de 2026": "2026-07-02",
        "2026年7月2日": "2026-07-02",
        "14 September": "2026-09-14",
        "2 July 2026\r": "2026-07-02",  # lines that end as Windows has them
        "2\u00a0July\u00a02026\u00a0": "2026-07-02",
    }

    wrong = {
        heading: got
        for heading, day in headings.items()
        if (got := days(f"## {heading}\n\nRain.")) != {"Rain.": day}
    }

    assert wrong == {}


def test_a_mark_of_the_byte_order_before_the_first_heading_hides_nothing() -> None:
    assert days("\ufeff# 2 July 2026\n\nRain.")["Rain."] == "2026-07-02"


def test_a_heading_that_is_more_than_a_day_or_less_dates_nothing() -> None:
    headings = (
        "July 2026", "2026", "May", "2 July at the lake", "The 2 July meeting", "Plans for 2 July 2026",
        "2 to 4 July 2026", "Yesterday", "Friday", "Christmas 2025", "2.1.0", "[1.2.0] - 2024-05-06",
        "Step 2", "3 March hares", "29 February 2026", "31 June", "Top 10 of 2026", "Q3 2026", "3/4",
    )  # fmt: skip

    assert [one for one in headings if dated_sections(f"# {one}\n\nRain.", WRITTEN, NOW)] == []


def test_a_year_is_the_headings_own_or_that_of_the_nearest_above_or_of_the_document() -> None:
    cases = {
        "# Boat log 2019\n## 2 July\na\n### Monday, 3 August\nb": {"a": "2019-07-02", "b": "2019-08-03"},
        "# 2018\n## 2 July\na\n# 2019\n## 2 July\nb": {"a": "2018-07-02", "b": "2019-07-02"},
        "# Log 2018\n## 2 July 2019\na\n## 3 July\nb": {"a": "2019-07-02", "b": "2019-07-03"},
        "## 30 December 2025\na\n## 2 January\nb": {"a": "2025-12-30", "b": "2026-01-02"},
        "## 2 January 2026\na\n## 30 December\nb": {"a": "2026-01-02", "b": "2025-12-30"},
        "## 2 July\na\n## 2 December\nb": {"a": "2026-07-02", "b": "2025-12-02"},
        "# Log of 2027\n## 2 July\na": {},
        "## 2 July 2027\na": {},
        "## 15 September 2026\na": {},
    }  # fmt: skip

    assert {text: days(text) for text in cases} == cases


def test_without_a_time_of_the_document_a_year_has_to_be_told() -> None:
    assert days("# Log 2025\n## 2 July\na", None) == {"a": "2025-07-02"}
    assert days("## 2 July\na", None) == {}
    assert days("## 1 December 2026\na", None) == {}, "later than now"


def test_a_day_lasts_until_the_next_heading_of_its_level_or_above() -> None:
    text = (
        "a\n## 2 July\nb\n### Morning\nc\n## 3 July\nd\n### 1 August\ne\n### Tools\nf\n# Parts\ng"
    )

    days_of = {
        "a": "",
        "b": "07-02",
        "c": "07-02",
        "d": "07-03",
        "e": "08-01",
        "f": "07-03",
        "g": "",
    }
    assert days(text) == {line: day and f"2026-{day}" for line, day in days_of.items()}


def test_the_parts_are_the_whole_text_and_a_title_stays_with_what_it_leads_to() -> None:
    text = "# Boat log 2026\n\n## 2 July\n\nRain.\n\n## Parts\n\nA rope.\n"

    parts = dated_sections(text, WRITTEN, NOW)

    assert "".join(text[part.start : part.end] for part in parts) == text
    assert [text[part.start : part.end] for part in parts] == [text[:35], text[35:]]
    assert parts[0].at == datetime(2026, 7, 2, tzinfo=OSLO)


def test_a_comment_in_code_is_no_heading() -> None:
    assert dated_sections("```\n# 2 July 2026\nls\n```\nRain.", WRITTEN, NOW) == []
