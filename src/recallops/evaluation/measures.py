"""What is measured, on data that was read already: pure, so that the same data give the same figures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from recallops.domain.evidence import Evidence, Recalled
from recallops.domain.families import Families, Kinship
from recallops.domain.incidents import Incident
from recallops.domain.likeness import Comparison, compare
from recallops.domain.statements import Kind
from recallops.domain.telling import statements_of
from recallops.domain.wording import wording_of
from recallops.investigate.admit import admit
from recallops.investigate.question import Question
from recallops.investigate.stages import whole_text
from recallops.investigate.unite import unite

Pairs = Iterable[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many; `missed` says which not."""

    right: int
    asked: int
    missed: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        return self.right / self.asked if self.asked else 0.0


def one_cause(families: Families, pairs: Pairs) -> Share:
    """Count the pairs of incidents of one cause that are found to be so."""
    return _share((f"{a} = {b}", families.kinship(a, b) is Kinship.ONE) for a, b in pairs)


def not_one_cause(families: Families, pairs: Pairs) -> Share:
    """Count the pairs of incidents of two causes that are not taken for one."""
    return _share((f"{a} ≠ {b}", families.kinship(a, b) is not Kinship.ONE) for a, b in pairs)


def siblings_in_top(
    rankings: Mapping[str, Sequence[str]], families: Iterable[Sequence[str]], *, top: int = 3
) -> Share:
    """Count the incidents whose question finds one of the same cause among the first.

    Args:
        rankings: For each incident, the ids of others that its question finds, best first.
        families: Ids of the incidents of one cause, as is known of them.
    """
    siblings = {id: {*family} - {id} for family in families for id in family}
    return _share(
        (id, bool(siblings[id] & {*ranking[:top]}))
        for id, ranking in rankings.items()
        if siblings.get(id)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoStatements:
    """Two statements, and whether they are known to say the same."""

    id: str
    one: str
    other: str
    same: bool


def kept_apart(pairs: Iterable[TwoStatements]) -> Share:
    """Count the pairs that say two things, and are not made one."""
    return _share(
        (pair.id, compare(pair.one, pair.other) is not Comparison.SAME)
        for pair in pairs
        if not pair.same
    )


def linked(pairs: Iterable[TwoStatements]) -> Share:
    """Count the pairs that say one thing, and are at least found to be about one thing."""
    return _share(
        (pair.id, compare(pair.one, pair.other) is not Comparison.APART)
        for pair in pairs
        if pair.same
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Merging:
    """How many statements and pairs of incidents are made one.

    Attributes:
        statements: Put in.
        repeated: Statements of one incident that say the same again, and are counted with it.
        across: Pairs of incidents of which a statement was made one; none may be.
        by_words: Pairs of incidents that share most of their words: what a rule of words alone
            would have made one.
    """

    incidents: int
    statements: int
    repeated: int
    across: int
    by_words: int


def merging(incidents: Sequence[Incident], *, overlap: float = 0.6) -> Merging:
    """Unite all that incidents say, as an investigation does, and see whether two became one.

    Args:
        overlap: Share of common words (Jaccard) from which the rule of words makes two one.
    """
    told = tuple(
        Evidence(
            id=f"{one.id}/{place}",
            text=statement.text,
            kind=statement.kind,
            incident_id=one.id,
            sources=(one.document_id,),
        )
        for one in incidents
        for place, statement in enumerate(statements_of(one))
    )
    united = unite(admit(Question(title="", seen=""), Recalled(told))).evidence
    words = [frozenset(wording_of(whole_text(one)).words) for one in incidents]
    return Merging(
        incidents=len(incidents),
        statements=len(told),
        repeated=len(told) - len(united),
        across=sum(1 for one in united if len(one.sources) > 1),
        by_words=sum(_overlap(a, b) >= overlap for a, b in combinations(words, 2)),
    )


def only_facts(stated: Iterable[str], unproven: Sequence[str]) -> Share:
    """Count the unproven claims that are not among what is stated as a fact."""
    facts = list(stated)
    return _share(
        (
            claim,
            all(
                compare(claim, fact) is not Comparison.SAME and claim not in fact for fact in facts
            ),
        )
        for claim in unproven
    )


def no_hypothesis_in(evidence: Iterable[Evidence]) -> Share:
    """Count the pieces of evidence that are no hypotheses; all must be."""
    return _share((one.text, one.kind is not Kind.HYPOTHESIS) for one in evidence)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0


def _share(answers: Iterable[tuple[str, bool]]) -> Share:
    told = list(answers)
    missed = tuple(name for name, right in told if not right)
    return Share(len(told) - len(missed), len(told), missed)
