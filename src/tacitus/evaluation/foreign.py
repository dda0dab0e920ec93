"""Questions of other conversations, put to a bank that cannot know the answer."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tacitus.evaluation.cases import Case, Question


def foreign_questions(case: Case, cases: Sequence[Case], *, rename: bool) -> list[Question]:
    """Return as many questions of the other conversations as the case has with an answer.

    The choice is random and always the same. The questions keep their text and lose their evidence.

    Args:
        rename: Whether to put this conversation's speakers in the place of the other one's.
    """
    wanted = sum(bool(question.gold) for question in case.questions)
    others = [
        (other, question)
        for other in cases
        if other.name != case.name
        for question in other.questions
        if question.gold
    ]
    random.Random(case.name).shuffle(others)
    kind = "renamed" if rename else "foreign"
    return [
        replace(
            question,
            id=f"{case.name}/{kind}/{question.id}",
            text=renamed(question.text, names_for(other, case)) if rename else question.text,
            gold=(),
            sessions=(),
            older=(),
            asked_at=case.ended_at,
            unanswerable=True,
        )
        for other, question in others[:wanted]
    ]


def names_for(other: Case, case: Case) -> dict[str, str]:
    """Return which speaker of the case stands for which of the other conversation, in order."""
    heard = case.speakers
    if not heard:
        return {}
    return {name: heard[place % len(heard)] for place, name in enumerate(other.speakers)}


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Replace names, whole and by their first word, in any case; "Kate's" becomes "Ann's"."""
    forms: dict[str, str] = {}
    for old, new in names.items():
        forms.setdefault(old.casefold(), new)
        forms.setdefault(old.split()[0].casefold(), new.split()[0])
    if not forms:
        return text
    longest_first = sorted(forms, key=len, reverse=True)
    word = "|".join(re.escape(form) for form in longest_first)
    bounded = re.compile(rf"(?<![^\W_])(?:{word})(?![^\W_])", re.IGNORECASE)
    loose = re.compile(word, re.IGNORECASE)
    pattern = bounded if all(form.isascii() for form in forms) else loose
    return pattern.sub(lambda match: forms[match[0].casefold()], text)
