"""Comparing two statements: identical, restatement, revision or distinct; used everywhere."""

from tacitus.domain.statements.comparison import compare
from tacitus.domain.statements.statement import Comparison, State, Statement
from tacitus.domain.statements.states import state_key, state_of

__all__ = ["Comparison", "State", "Statement", "compare", "state_key", "state_of"]
