"""Document times as they come: ISO 8601, epochs, and the spellings of chat exports."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from tacitus.domain.time.calendar import localize
from tacitus.domain.time.languages.english import ENGLISH

_MONTH = "|".join(sorted(ENGLISH.months, key=len, reverse=True))
_CLOCK = (
    r"(?P<hour>\d{1,2})(?::(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,](?P<fraction>\d{1,9}))?)?)?"
    r"(?:\s?(?P<half>[ap])\.?m\.?)?"
)
_ZONE = r"(?:\s?(?P<zone>z|utc|gmt|[+-]\d{2}(?::?\d{2})?))?"
_WEEKDAY = r"(?:\(?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\)?\.?,?\s{1,2})?"
_YMD = r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})"
_SUFFIX = r"(?:st|nd|rd|th)?"
_NAMED_DMY = (
    rf"(?P<day>\d{{1,2}}){_SUFFIX}(?:\sof)?[\s-](?P<name>{_MONTH})\.?,?[\s-](?P<year>\d{{4}})"
)
_NAMED_MDY = rf"(?P<name>{_MONTH})\.?\s(?P<day>\d{{1,2}}){_SUFFIX},?\s(?P<year>\d{{4}})"
_THEN = r"(?:,?\s(?:at\s)?)"

_SPELLINGS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_YMD}(?:(?:t|,?\s){_WEEKDAY}{_CLOCK}{_ZONE})?",
        r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})"
        rf"(?:t(?P<hour>\d{{2}}):?(?P<minute>\d{{2}}):?(?P<second>\d{{2}})?{_ZONE})?",
        rf"(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.(?P<year>\d{{4}})(?:{_THEN}{_CLOCK}{_ZONE})?",
        rf"(?P<year>\d{{4}})年(?P<month>\d{{1,2}})月(?P<day>\d{{1,2}})日(?:\s?{_CLOCK}{_ZONE})?",
        rf"(?P<us>\d{{1,2}}/\d{{1,2}})/(?P<year>\d{{4}})(?:{_THEN}{_CLOCK}{_ZONE})?",
        rf"{_WEEKDAY}{_NAMED_DMY}(?:{_THEN}{_CLOCK}{_ZONE})?",
        rf"{_WEEKDAY}{_NAMED_MDY}(?:{_THEN}{_CLOCK}{_ZONE})?",
        rf"{_CLOCK}{_ZONE}\s?(?:on|,)\s{_WEEKDAY}{_NAMED_DMY}",
        rf"{_CLOCK}{_ZONE}\s?(?:on|,)\s{_WEEKDAY}{_NAMED_MDY}",
        rf"{_WEEKDAY}(?P<name>{_MONTH})\s{{1,2}}(?P<day>\d{{1,2}})\s{_CLOCK}{_ZONE}\s(?P<year>\d{{4}})",
    )
)
_EPOCH = re.compile(r"-?\d{9,16}(?:\.\d{1,9})?")
_MILLISECONDS = 10**11
_MICROSECONDS = 10**14
_LONGEST = 80


class NamesNoZone(ValueError):
    """A time of day was read, and nobody said where on Earth."""


def parse_timestamp(text: str, *, default_zone: tzinfo | None) -> datetime:
    """Read when a document was written.

    ISO 8601 with or without a zone, "1:56 pm on 8 May, 2023", "2023/05/20 (Sat) 02:21",
    "08.05.2023, 13:56:00" (day first), "05/08/2023" (month first unless that cannot be), RFC 2822,
    and seconds, milliseconds or microseconds since 1970. A date alone is its midnight.

    Args:
        default_zone: The zone of what names none; epochs come back in it too. None refuses a time of
            day without a zone; a date alone is its midnight in UTC, as epochs are.

    Raises:
        NamesNoZone: It names none, and there is no default.
        ValueError: The text is none of these, or names a day that does not exist.
    """
    plain = " ".join(text.split()).lower()
    if len(plain) <= _LONGEST:
        if _EPOCH.fullmatch(plain):
            return _epoch(float(plain), text, default_zone or UTC)
        for spelling in _SPELLINGS:
            if found := spelling.fullmatch(plain):
                return _read(found, text, default_zone)
    raise _unreadable(text)


def _epoch(number: float, text: str, zone: tzinfo) -> datetime:
    if abs(number) >= _MICROSECONDS:
        number /= 1_000_000
    elif abs(number) >= _MILLISECONDS:
        number /= 1_000
    try:
        return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=number)).astimezone(zone)
    except OverflowError:
        raise _unreadable(text) from None


def _read(found: re.Match[str], text: str, default_zone: tzinfo | None) -> datetime:
    groups = found.groupdict()
    try:
        month, day = _month_and_day(groups)
        hour = _hour(int(groups.get("hour") or 0), groups.get("half"))
        fraction = (groups.get("fraction") or "").ljust(6, "0")[:6]
        naive = datetime(
            int(groups["year"]),
            month,
            day,
            hour % 24,
            int(groups.get("minute") or 0),
            int(groups.get("second") or 0),
            int(fraction),
        ) + timedelta(days=hour // 24)
        zone = groups.get("zone")
        moment = naive.replace(tzinfo=_zone(zone)) if zone else localize(naive, default_zone or UTC)
    except (ValueError, OverflowError) as error:
        raise _unreadable(text, str(error)) from None
    if default_zone is None and groups.get("hour") and not zone:
        raise NamesNoZone(f"the time {text.strip()!r} has no zone: add one, such as +00:00")
    return moment


def _month_and_day(groups: dict[str, str | None]) -> tuple[int, int]:
    if us := groups.get("us"):
        month, day = (int(part) for part in us.split("/"))
        return (day, month) if month > 12 else (month, day)
    name, day = groups.get("name"), int(groups["day"] or 0)
    return (ENGLISH.months[name] if name else int(groups["month"] or 0)), day


def _hour(hour: int, half: str | None) -> int:
    if half:
        if not 1 <= hour <= 12:
            raise ValueError("hour must be in 1..12 before am or pm")
        return hour % 12 + (12 if half == "p" else 0)
    if hour > 24:
        raise ValueError("hour must be in 0..24")
    return hour


def _zone(name: str) -> tzinfo:
    if name[0] not in "+-":
        return UTC
    digits = name[1:].replace(":", "")
    distance = timedelta(hours=int(digits[:2]), minutes=int(digits[2:] or 0))
    return timezone(-distance if name[0] == "-" else distance)


def _unreadable(text: str, why: str = "") -> ValueError:
    shown = " ".join(text.split())
    shown = shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "..."
    reason = why or 'expected a time such as "2023-05-08T13:56:00+02:00"'
    return ValueError(f"cannot read {shown!r} as a time: {reason}")
