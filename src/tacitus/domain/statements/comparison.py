"""The one rule by which two statements are compared."""

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from tacitus.domain.lexicon import words
from tacitus.domain.names import fold
from tacitus.domain.statements.statement import Comparison, State, Statement, said, told
from tacitus.domain.statements.states import state_of
from tacitus.domain.statements.wording import Wording, canonical, content, negations, plain, wording

FARTHEST = 0.4
"""Cosine under which two statements are not the same, however alike their words."""
_IN_ORDER = 0.5
"""Least share of the common words that stand in the same order."""
_LEAST_WORDS = 2
_AGAIN = frozenset({Comparison.IDENTICAL, Comparison.RESTATEMENT})
_VALUES = frozenset({"value", "costs", "price", "cost"})
_TURNS = frozenset({"anymor", "again", "longer", "nowaday", "yet"})
"""Stems of words that say that something changed, and not what."""
_LIKING = canonical("love"), canonical("like")
"""Who does not like what he loved has changed his mind."""


def compare(new: Statement, old: Statement) -> Comparison:
    """Say what a new statement is to an old one; `distinct` wherever there is doubt.

    Identical are the same words. A restatement has the same content words, synonyms taken as one,
    and differs in no number, name, identifier, date, negation, tense, quantity or small word that
    changes the meaning; or it states the same state in other words. Neither holds between what two
    speakers say of themselves, nor between a question and a statement. A revision gives the same
    subject and relation another value and is not earlier; an old statement that says more than the
    one state is never revised, since the rest of it may still hold. Another revision says of what is
    so that it is not, or of what is not that it is: "I like tea", "I don't like tea any more".

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
    return verdict or _of_words(new, old)


def says_again(new: Statement, old: Statement) -> bool:
    """Whether `compare` would find the same words or a restatement; told sooner where it does not."""
    one, other = (new.text, new.speaker), (old.text, old.speaker)
    alike = plain(*one) == plain(*other) or _content_words(*one) == _content_words(*other)
    if not alike and not all(_is_one_state(each) for each in (old, new)):
        return False
    return compare(new, old) in _AGAIN


def revises(new: Statement, old: Statement) -> bool:
    """Whether `compare` would find a revision; told sooner where it does not, as in most pairs."""
    turned = negations(new.text, new.speaker) % 2 != negations(old.text, old.speaker) % 2
    if not turned and (state_of(new) is None or state_of(old) is None):
        return False
    return compare(new, old) is Comparison.REVISION


@lru_cache(maxsize=16_384)
def _content_words(text: str, speaker: str | None) -> frozenset[str]:
    return frozenset(content(text, speaker))


def _is_one_state(statement: Statement) -> bool:
    """Whether a state is all that is told: with more around it, it is restated by its words only."""
    return _is_one(statement.text, statement.speaker) and state_of(statement) is not None


@lru_cache(maxsize=16_384)
def _is_one(text: str, speaker: str | None) -> bool:
    return len(told(said(text, speaker))) == 1


def _of_words(new: Statement, old: Statement) -> Comparison:
    """Return what two statements are to each other by the words alone."""
    one, other = wording(new.text, new.speaker), wording(old.text, old.speaker)
    near = new.cosine is None or new.cosine >= FARTHEST
    if near and _says_the_same(one, other):
        return Comparison.RESTATEMENT
    turned = near and new.mentioned_at >= old.mentioned_at and _turns_round(one, other)
    return Comparison.REVISION if turned else Comparison.DISTINCT


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
    if now is None or then is None or now.condition != then.condition:
        return None
    if not _are_of_one(now, then, fold(new.speaker) if new.speaker else "i"):
        return None
    if _is_revised(now, then):
        later = new.mentioned_at >= old.mentioned_at
        return Comparison.REVISION if later and not then.extra else Comparison.DISTINCT
    return Comparison.RESTATEMENT if _is_restated(now, then) else None


def _is_restated(now: State, then: State) -> bool:
    if now.relation is None or now.relation != then.relation or now.subject != then.subject:
        return False
    alone = not (now.extra or then.extra)
    return alone and now.value == then.value != "" and now.changed is then.changed


def _are_of_one(now: State, then: State, owner: str) -> bool:
    """Whether two states are of the same, however it is named: "the rent" is my rent if I say so."""
    if now.subject == then.subject:
        return True
    if {now.subject, then.subject} <= {"the", "we", owner}:
        return "the" in {now.subject, then.subject} and _is_amount(now) and _is_amount(then)
    one, other = now.subject.split(" "), then.subject.split(" ")
    return [*map(canonical, one)] == [*map(canonical, other)]


def _is_amount(state: State) -> bool:
    return any(character.isdigit() for character in state.value)


def _agree(now: str, then: str | None) -> bool:
    """Whether two relations are one: what something costs is its value."""
    return now == then or {now, then} <= _VALUES


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
        return now.relation is None or _agree(now.relation, then.relation)
    if not now.value or now.relation is None or not _agree(now.relation, then.relation):
        return False
    one, other = {*now.value.split(" ")}, {*then.value.split(" ")}
    return not (one <= other or other <= one)


def _turns_round(one: Wording, other: Wording) -> bool:
    """Whether one says of now that what the other says of then is not so; the past stays as it was."""
    if one.past or other.past or one.negations % 2 == other.negations % 2:
        return False
    return _has_the_words_of(_unturned(one), _unturned(other))


def _unturned(one: Wording) -> Wording:
    """Return a wording without the words that only say that something changed."""
    return replace(
        one,
        negations=0,
        guards=tuple(word for word in one.guards if word not in _TURNS),
        content=tuple(
            _LIKING[1] if word == _LIKING[0] else word for word in one.content if word not in _TURNS
        ),
    )


def _says_the_same(one: Wording, other: Wording) -> bool:
    return (one.negations, one.past) == (other.negations, other.past) and _has_the_words_of(
        one, other
    )


def _has_the_words_of(one: Wording, other: Wording) -> bool:
    if (one.guards, one.anchors) != (other.guards, other.anchors):
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
