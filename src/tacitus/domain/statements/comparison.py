"""The one rule by which two statements are compared."""

from itertools import pairwise

from tacitus.domain.lexicon import words
from tacitus.domain.statements.statement import Comparison, State, Statement
from tacitus.domain.statements.states import state_of
from tacitus.domain.statements.wording import Wording, wording

FARTHEST = 0.5
"""Cosine under which two statements are not the same, however alike their words."""
_IN_ORDER = 0.5
"""Least share of the common words that stand in the same order."""
_LEAST_WORDS = 2


def compare(new: Statement, old: Statement) -> Comparison:
    """Say what a new statement is to an old one; `distinct` wherever there is doubt.

    Identical are the same words. A restatement has the same content words, synonyms taken as one,
    and differs in no number, name, identifier, date, negation, tense, quantity or small word that
    changes the meaning; or it states the same state in other words. Neither holds between what two
    speakers say of themselves, nor between a question and a statement. A revision gives the same
    subject and relation another value and is not earlier; an old statement that says more than the
    one state is never revised, since the rest of it may still hold.

    Both orders agree on identical, restatement and distinct, where both were said at one moment.
    """
    one, other = wording(new.text, new.speaker), wording(old.text, old.speaker)
    if not _same_voice(new, one, old, other) or one.asks is not other.asks:
        return Comparison.DISTINCT
    if one.plain == other.plain:
        return Comparison.IDENTICAL
    if one.asks:
        return Comparison.DISTINCT
    verdict = _of_states(new, old)
    if verdict is Comparison.RESTATEMENT and _dates(one) != _dates(other):
        verdict = None
    if verdict is not None:
        return verdict
    near = new.cosine is None or new.cosine >= FARTHEST
    return Comparison.RESTATEMENT if near and _says_the_same(one, other) else Comparison.DISTINCT


def _same_voice(new: Statement, one: Wording, old: Statement, other: Wording) -> bool:
    """Whether "I", "we" and "you" mean the same people in both."""
    if new.speaker == old.speaker:
        return True
    unnamed = (one.own and new.speaker is None) or (other.own and old.speaker is None)
    if unnamed or (one.own and other.own):
        return False
    return not (one.deictic or other.deictic or _is_chatter(one))


def _is_chatter(one: Wording) -> bool:
    """Whether so little is said that only the voice makes it somebody's."""
    return len(one.content) <= _LEAST_WORDS


def _of_states(new: Statement, old: Statement) -> Comparison | None:
    """Return what two states are to each other, or None where the words must tell.

    One restates the other only if both name the same times and numbers.
    """
    now, then = state_of(new), state_of(old)
    if now is None or then is None or now.subject != then.subject:
        return None
    if _is_revised(now, then):
        later = new.mentioned_at >= old.mentioned_at
        return Comparison.REVISION if later and not then.extra else Comparison.DISTINCT
    if now.relation is None or now.relation != then.relation or now.value != then.value:
        return None
    if now.extra or then.extra or not now.value or now.changed is not then.changed:
        return None
    return Comparison.RESTATEMENT


def _dates(one: Wording) -> list[str]:
    """Return the numbers and time words of a statement."""
    numbers = [anchor for anchor in one.anchors if any(c.isdigit() for c in anchor)]
    times = {*one.plain} & words("calendar_words")
    return [*sorted(numbers), *sorted(times)]


def _is_revised(now: State, then: State) -> bool:
    """Whether what held then has ended by what is said now."""
    if not then.value or now.value == then.value:
        return False
    if now.previous == then.value:
        return now.relation in {None, then.relation}
    if not now.value or now.relation is None or now.relation != then.relation:
        return False
    one, other = {*now.value.split(" ")}, {*then.value.split(" ")}
    return not (one <= other or other <= one)


def _says_the_same(one: Wording, other: Wording) -> bool:
    if (one.negations, one.past, one.guards, one.anchors) != (
        other.negations,
        other.past,
        other.guards,
        other.anchors,
    ):
        return False
    first, second = dict.fromkeys(one.content), dict.fromkeys(other.content)
    if len(first) < _LEAST_WORDS or first.keys() != second.keys():
        return False
    if _is_exchanged(one.content, other.content) or _told_in_another_tense(one, other):
        return False
    return _in_order([*first], [*second])


def _told_in_another_tense(one: Wording, other: Wording) -> bool:
    """Whether a verb of one is a past form in the other: "deploys" and "deployed"."""
    only, others = one.spoken - other.spoken, other.spoken - one.spoken
    return bool(_past_forms(only) & others or _past_forms(others) & only)


def _past_forms(spoken: frozenset[str]) -> set[str]:
    verbs = spoken | {word.removesuffix("s") for word in spoken}
    return {past for verb in verbs for past in (f"{verb}ed", f"{verb}d", f"{verb[:-1]}ied")}


def _is_exchanged(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether exactly two words changed places: "the dog chased the cat"."""
    if len(one) != len(other):
        return False
    differing = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return len(differing) == 2 and differing[0] == differing[1][::-1]


def _in_order(one: list[str], other: list[str]) -> bool:
    """Whether enough of the words keep their order: the longest common subsequence."""
    lengths = [0] * (len(other) + 1)
    for word in one:
        row = [0]
        for at, (before, above) in enumerate(pairwise(lengths)):
            row.append(before + 1 if word == other[at] else max(row[at], above))
        lengths = row
    return lengths[-1] >= _IN_ORDER * len(one)
