"""A pattern is tried only on a sentence with one of its cues."""

from itertools import chain
from typing import cast

from tacitus.domain.statements.relations import (
    ATTRIBUTE_CUES,
    ATTRIBUTES,
    DEFINITE,
    ENDED,
    LEFT_FOR,
    PREDICATES,
    USES,
    Pattern,
)
from tacitus.domain.statements.statement import said
from tests.tables import table
from tests.unit.domain.statements import pairs

SENTENCES = {
    said(text, None).rstrip(".")
    for listed in vars(pairs).values()
    if isinstance(listed, list)
    for text in chain.from_iterable(cast(list[tuple[str, ...]], listed))
}
PATTERNS = (*LEFT_FOR, *ENDED, *USES, *PREDICATES)


@table("pattern", PATTERNS)
def test_one_of_the_cues_stands_in_all_that_a_pattern_matches(pattern: Pattern) -> None:
    without = [one for one in SENTENCES if pattern.cues.isdisjoint(one.split(" "))]
    assert not [one for one in without if pattern.regex.match(one)]


def test_attributes_have_cues_of_their_own() -> None:
    without = [one for one in SENTENCES if ATTRIBUTE_CUES.isdisjoint(one.split(" "))]
    assert not [one for one in without for regex in (*ATTRIBUTES, DEFINITE) if regex.match(one)]
