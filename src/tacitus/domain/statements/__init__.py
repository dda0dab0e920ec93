"""Comparing two statements: identical, restatement, revision or distinct; used everywhere."""

from tacitus.domain.statements.comparison import compare, revises, says_again
from tacitus.domain.statements.denial import denies
from tacitus.domain.statements.events import is_event
from tacitus.domain.statements.quoting import only_quotes
from tacitus.domain.statements.statement import Comparison, State, Statement
from tacitus.domain.statements.states import ended_keys, state_key, state_of, stated

__all__ = [
    "Comparison",
    "State",
    "Statement",
    "compare",
    "denies",
    "ended_keys",
    "is_event",
    "only_quotes",
    "revises",
    "says_again",
    "state_key",
    "state_of",
    "stated",
]
