"""Time in plain text: "last weekend", "two days before Christmas", "since she moved to Berlin".

Rules, no model: the same text at the same moment always means the same interval. English is read
thoroughly; German, Spanish, French, Chinese and Japanese in their everyday words.

Conventions:
- Everything relative is resolved against an *anchor*, the moment of writing or asking, in the
  anchor's own zone. Days run from local midnight to local midnight, 23 or 25 hours where clocks
  change. Intervals are half-open.
- A phrase means the unit it names. "In 2019" is the year, "in June" the month, never a first
  day. "Two weeks ago" is that calendar week, "two months ago" that month, "two days ago" that day.
  "A couple" is 2 to 3, "a few" 2 to 5, "several" 3 to 7, and the interval spans them all.
- Weeks start on Monday. "Last", "this" and "next" week, month, quarter and year are calendar units.
  So are weekends, by their week: asked on a Saturday, "this weekend" has begun, "last weekend" is
  the one before, "next weekend" follows. "The past week", "the last three days" are stretches that
  end with the anchor's day.
- "Last Friday" is the latest before today, "next Friday" the first after today, "this Friday" the
  coming one or today (or the latest, in the past tense). "On Friday", "in June", "at Christmas"
  look back, as reports do, unless the nearest verb in the sentence looks ahead. A day of a month
  with no verb close by is the nearest one.
- "Last summer" is the latest that has ended. Seasons are three calendar months of the northern
  half, winter 2022 runs to February 2023.
- Mornings are 6 to 12, afternoons 12 to 18, evenings 18 to 24, nights 18 to 6. "3 pm" is an hour,
  "3:30 pm" an instant, midnight the end of its day.
- "The week before 9 June" is the seven days up to it, "two weeks before" the seven before those;
  "the week of 9 June" is the calendar week; "the first week of June" its first seven days. Early,
  mid and late are thirds.
- "Since X" reaches to the anchor, "until X" and "by X" from it, where X is ahead. "Before X" and
  "after X" in a report give X itself: their other end is unknown.
- "5/8/2023" is the 8th of May; "8.5.2023" too. What happens again and again ("every Friday",
  "on Fridays") and how long something takes ("for two weeks") is no time; nor is "recently".
- What could be something else counts only beside a word that makes it a time: "may", "march", "fall",
  "second", "Summer", "April", "room 2019".
"""

from tacitus.domain.time.events import locate
from tacitus.domain.time.expressions import (
    Direction,
    EventReference,
    Grain,
    Offset,
    Ordering,
    QuestionTime,
    Relation,
    TimeExpression,
)
from tacitus.domain.time.finding import find_time_expressions, has_relative_time
from tacitus.domain.time.intervals import Interval, union_hull
from tacitus.domain.time.questions import parse_question_time
from tacitus.domain.time.timestamps import parse_timestamp

__all__ = [
    "Direction",
    "EventReference",
    "Grain",
    "Interval",
    "Offset",
    "Ordering",
    "QuestionTime",
    "Relation",
    "TimeExpression",
    "find_time_expressions",
    "has_relative_time",
    "locate",
    "parse_question_time",
    "parse_timestamp",
    "union_hull",
]
