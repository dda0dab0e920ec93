"""Chinese and Japanese. They put no blanks between words and share how they write dates."""

import re
from dataclasses import replace
from datetime import date

from tacitus.domain.time import calendar
from tacitus.domain.time.expressions import Grain
from tacitus.domain.time.grammar import Lexicon, Rule, make_rule
from tacitus.domain.time.named import (
    day_of_month,
    month,
    month_day,
    month_of_year,
    season_of_year,
    weekday,
    weekday_of_week,
)
from tacitus.domain.time.relative import (
    ago,
    coming_stretch,
    group,
    in_so_long,
    near_day,
    past_stretch,
    shifted_unit,
    the_weekend,
)
from tacitus.domain.time.scene import Clock, Meaning, Scene

_DIGITS = "一二三四五六七八九"


def _counted() -> dict[str, int]:
    """Numbers from 1 to 59 in characters."""
    ones = {digit: number for number, digit in enumerate(_DIGITS, start=1)}
    return (
        ones
        | {f"十{digit}": 10 + number for digit, number in ({"": 0} | ones).items()}
        | {
            f"{tens}十{digit}": 10 * ones[tens] + number
            for tens in "二三四五"
            for digit, number in ({"": 0} | ones).items()
        }
    )


_COUNTED = _counted()
_NUMBERS = {word: (number, number) for word, number in _COUNTED.items()}
_FIGURES = {f"{number:0{width}}": number for number in range(1, 13) for width in (1, 2)}
_MONTHS = _FIGURES | {word: number for word, number in _COUNTED.items() if number <= 12}
_DAYS = {word: number for word, number in _COUNTED.items() if number <= 31}


def _with_counter(units: dict[str, tuple[Grain, int]]) -> dict[str, tuple[Grain, int]]:
    """The units, and each behind a counting word: "三个月"."""
    return units | {counter + unit: what for unit, what in units.items() for counter in "个個"}


CHINESE = Lexicon(
    near={
        "大前天": -3,
        "前天": -2,
        "昨天": -1,
        "昨日": -1,
        "昨": -1,
        "今天": 0,
        "今日": 0,
        "今": 0,
        "明天": 1,
        "明日": 1,
        "明": 1,
        "后天": 2,
        "後天": 2,
        "大后天": 3,
    },
    numbers=_NUMBERS
    | {"两": (2, 2), "兩": (2, 2)}
    | {"几": (2, 5), "幾": (2, 5), "数": (2, 5), "好几": (3, 7)},
    units=_with_counter(
        {
            "分钟": (Grain.INSTANT, 1),
            "分鐘": (Grain.INSTANT, 1),
            "小时": (Grain.HOUR, 1),
            "小時": (Grain.HOUR, 1),
            "天": (Grain.DAY, 1),
            "周": (Grain.WEEK, 1),
            "週": (Grain.WEEK, 1),
            "星期": (Grain.WEEK, 1),
            "礼拜": (Grain.WEEK, 1),
            "禮拜": (Grain.WEEK, 1),
            "周末": (Grain.WEEKEND, 1),
            "週末": (Grain.WEEKEND, 1),
            "月": (Grain.MONTH, 1),
            "季度": (Grain.QUARTER, 1),
            "年": (Grain.YEAR, 1),
        }
    ),
    weekdays={day: number for number, day in enumerate("一二三四五六日")} | {"天": 6},
    months=_MONTHS,
    seasons={"春": 3, "夏": 6, "秋": 9, "冬": 12},
    parts={
        "凌晨": "dawn",
        "早上": "morning",
        "早晨": "morning",
        "上午": "morning",
        "早": "morning",
        "中午": "noon",
        "下午": "afternoon",
        "傍晚": "evening",
        "晚上": "evening",
        "晚": "evening",
        "夜里": "night",
        "夜": "night",
    },
    shifts={"上上": -2, "上": -1, "这": 0, "這": 0, "本": 0, "下": 1, "下下": 2}
    | {"大前": -3, "前": -2, "去": -1, "今": 0, "明": 1, "后": 2, "後": 2},
    ordinals=_DAYS,
)

JAPANESE = replace(
    CHINESE,
    near={
        "今": 0,
        "昨": -1,
        "明": 1,
        "一昨日": -2,
        "おととい": -2,
        "昨日": -1,
        "きのう": -1,
        "今日": 0,
        "きょう": 0,
        "明日": 1,
        "あした": 1,
        "明後日": 2,
        "あさって": 2,
    },
    numbers=_NUMBERS | {"数": (2, 5)},
    units={
        "分": (Grain.INSTANT, 1),
        "時間": (Grain.HOUR, 1),
        "日": (Grain.DAY, 1),
        "週間": (Grain.WEEK, 1),
        "週": (Grain.WEEK, 1),
        "週末": (Grain.WEEKEND, 1),
        "か月": (Grain.MONTH, 1),
        "ヶ月": (Grain.MONTH, 1),
        "ヵ月": (Grain.MONTH, 1),
        "カ月": (Grain.MONTH, 1),
        "月": (Grain.MONTH, 1),
        "年": (Grain.YEAR, 1),
    },
    weekdays={day: number for number, day in enumerate("月火水木金土日")},
    parts={
        "朝": "morning",
        "午前": "morning",
        "昼": "noon",
        "午後": "afternoon",
        "夕方": "evening",
        "晩": "evening",
        "夜": "night",
    },
    shifts={"先々": -2, "先": -1, "今": 0, "来": 1, "再来": 2} | {"一昨": -2, "去": -1, "昨": -1},
)


def _hour_of_day(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """A near day, perhaps its part, and the hour: "昨天下午三点"."""
    part = match["part"]
    hour = words.count(match["hour"])[0]
    if part and words.parts[part] in ("afternoon", "evening", "night") and hour < 12:
        hour += 12
    minute = 30 if match["thirty"] else None
    day = calendar.begin(Grain.DAY, scene.day, words.near[match["near"]])
    return scene.at(Clock(hour, minute), day)


def _weekday(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning | None:
    """A weekday; not one of several in "每周二、周五"."""
    nearby = scene.lowered[max(0, match.start() - 8) : match.start()]
    return None if "每" in nearby else weekday(match, scene, words)


def _year_part(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """The start or end of a year: "去年底", "2019年初"."""
    said, shift = group(match, "year"), group(match, "shift")
    offset = words.shifts[shift] if shift else int(said) - scene.day.year if said else 0
    whole = scene.unit(Grain.YEAR, offset)
    third = calendar.third(whole.interval, Grain.YEAR, 0 if match["third"] == "初" else 2)
    return replace(whole, interval=third, grain=Grain.RANGE, relative=not said)


def _month_part(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """The start, middle or end of a month: "六月底"."""
    whole = month(match, scene, words)
    index = {"上": 0, "初": 0, "中": 1}.get(match["third"][0], 2)
    third = calendar.third(whole.interval, Grain.MONTH, index)
    return replace(whole, interval=third, grain=Grain.RANGE)


def _half_year_ago(_: re.Match[str], scene: Scene, __: Lexicon) -> Meaning:
    return scene.unit(Grain.MONTH, -6)


def _year_only(match: re.Match[str], scene: Scene, _: Lexicon) -> Meaning:
    interval = calendar.year(int(match["year"]), scene.zone)
    return Meaning(interval=interval, grain=Grain.YEAR, relative=False)


def _month_day_of(match: re.Match[str], scene: Scene, words: Lexicon) -> Meaning:
    """A day of a year told by its distance: "去年3月5日"."""
    year = scene.day.year + words.shifts[match["shift"]]
    return scene.on(date(year, words.months[match["month"]], words.day(match["d"])))


_NO_NUMBER = r"(?<![\d一二三四五六七八九十百千个個几第每])"
_NUM = r"(?P<num>\d{1,3}|好几|[一二两兩三四五六七八九十]{1,3}|[几幾数])"
_LONG = r"(?P<unit>分[钟鐘]|[个個]?小[时時]|天|[个個]?星期|[个個]?[礼禮]拜|[周週]|[个個]月|年)"
_MONTH = r"{month} ?月"
_DAY = r"(?P<d>0?[1-9]|[12]\d|3[01]|[一二三四五六七八九十]{1,3}) ?[日号號]"
_YEAR = r"(?<!\d){year} ?年"
_WEEK = r"(?:周|週|星期|[礼禮]拜)"
_WEEKS = r"(?P<shift>上上|上|这|這|本|下下|下)[个個]?"
_YEARS = r"(?P<shift>大前|前|去|今|明|后|後)年"
_HOUR = r"(?P<hour>\d{1,2}|[一二两兩三四五六七八九十]{1,2})[点點时時](?P<thirty>半)?"
_NEAR = r"(?P<near>大?前天|昨[天日]|今[天日]|明[天日]|大?[后後]天)"
_CLEAR_AFTER_DAY = r"(?=就|才|那天|上午|下午|晚上|早上|前|之前)"
_NO_WEEK = r"(?<![每\d一两三四五六七八九十上下这這本个個])"

_CHINESE_RULES = tuple(
    make_rule(CHINESE, template, resolve, triggers, spaced=False)
    for template, resolve, triggers in (
        (_NEAR, near_day, "天日"),
        (rf"{_NEAR}的?{{part}}", near_day, "天日"),
        (rf"{_NEAR}的?{{part}}?{_HOUR}", _hour_of_day, "天日"),
        (r"(?P<near>[昨今明])(?P<part>[早晚夜])(?:上|里)?", near_day, "昨今明"),
        (rf"{_NUM}{_LONG}多?(?:左右)?[之以]?前", ago, "前"),
        (r"半年[之以]?前", _half_year_ago, "半"),
        (rf"{_NUM}{_LONG}[之以]?[后後]", in_so_long, "后後"),
        (rf"(?:最近|(?<!走)过去|過去|近)的?[这這]?{_NUM}{_LONG}", past_stretch, "近去"),
        (rf"(?:未来|未來|接下来|接下來)的?[这這]?{_NUM}{_LONG}", coming_stretch, "来來"),
        (
            rf"{_WEEKS}(?P<unit>[周週]末|[周週]|星期|[礼禮]拜|月|季度)(?![一二三四五六日天])",
            shifted_unit,
            "上下这這本",
        ),
        (r"(?P<shift>大前|前|去|今|明|后|後)(?P<unit>年)", shifted_unit, "年"),
        (rf"{_WEEKS}{_WEEK}{{weekday}}(?:的?{{part}})?", weekday_of_week, "周週期拜"),
        (rf"{_NO_WEEK}{_WEEK}{{weekday}}(?:的?{{part}})?(?![次个個歲岁])", _weekday, "周週期拜"),
        (rf"{_NO_NUMBER}{_MONTH}(?P<third>上旬|中旬|下旬|初|中|底)", _month_part, "月"),
        (r"(?<![每上下这這本个個])[周週]末", the_weekend, "末"),
        (rf"{_YEARS}的?{_MONTH}份?", month_of_year, "月"),
        (rf"{_YEARS}的?{_MONTH}{_DAY}", _month_day_of, "月"),
        (rf"{_YEARS}的?{{season}}[天季]?", season_of_year, "春夏秋冬"),
        (r"(?P<shift>这|這)[个個]?{season}[天季]", season_of_year, "春夏秋冬"),
        (rf"(?:{_YEARS}的?)?年?(?P<third>[底初])(?<=年.)", _year_part, "底初"),
        (rf"{_YEAR}(?P<third>[底初])", _year_part, "底初"),
        (rf"(?<![\d第个個]){_DAY}{_CLEAR_AFTER_DAY}", day_of_month, "日号號"),
    )
)

_JP_NEAR = r"(?P<near>一昨日|おととい|昨日|きのう|今日|きょう|明後日|あさって|明日|あした)"

_JAPANESE_RULES = tuple(
    make_rule(JAPANESE, template, resolve, triggers, spaced=False)
    for template, resolve, triggers in (
        (rf"{_JP_NEAR}(?:の?{{part}})?", near_day, "日うとたて"),
        (r"(?P<near>[昨今])(?P<part>[朝夜晩])", near_day, "朝夜晩"),
        (
            r"(?P<shift>先々|先|今|再来|来)(?P<unit>週末|週|月)(?!の?[月火水木金土日]曜)",
            shifted_unit,
            "先今来",
        ),
        (r"(?P<shift>一昨|去|昨|今|来|再来)(?P<unit>年)", shifted_unit, "年"),
        (r"(?P<shift>先々|先|今|再来|来)週の?{weekday}曜日?", weekday_of_week, "曜"),
        (r"(?<!毎週)(?<!週)(?<!週の){weekday}曜日?", weekday, "曜"),
        (
            r"(?P<num>\d{1,3}|[一二三四五六七八九十数]{1,3})(?P<unit>分|時間|日|週間|[かヶヵカ]月|年)(?:くらい|ほど)?前",
            ago,
            "前",
        ),
        (
            r"(?P<num>\d{1,3}|[一二三四五六七八九十数]{1,3})(?P<unit>分|時間|日|週間|[かヶヵカ]月|年)後",
            in_so_long,
            "後",
        ),
        (r"(?P<shift>一昨|去|昨|今|来)年の?{month}月", month_of_year, "月"),
        (r"(?P<shift>一昨|去|昨|今|来)年の?{season}", season_of_year, "春夏秋冬"),
    )
)

_SHARED_RULES = tuple(
    make_rule(CHINESE, template, resolve, triggers, spaced=False)
    for template, resolve, triggers in (
        (rf"{_YEAR} ?{_MONTH} ?{_DAY}", month_day, "月"),
        (rf"{_YEAR} ?{_MONTH}份?", month, "月"),
        (_YEAR, _year_only, "年"),
        (rf"{_NO_NUMBER}{_MONTH} ?{_DAY}", month_day, "月"),
        (
            rf"{_NO_NUMBER}{_MONTH}份?(?![\d 一二三四五六七八九十]{{1,4}}[日号號]|[间間]|饼)",
            month,
            "月",
        ),
    )
)

EAST_ASIAN_RULES: tuple[Rule, ...] = (*_CHINESE_RULES, *_JAPANESE_RULES, *_SHARED_RULES)
