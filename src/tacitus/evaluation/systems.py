"""What is evaluated: a memory system that keeps conversations and answers questions."""

from typing import Protocol

from tacitus.evaluation.cases import Case, Question
from tacitus.evaluation.rows import Answered


class MemorySystem(Protocol):
    """A memory under test; banks are named by the evaluation and thrown away by it."""

    @property
    def name(self) -> str:
        """Product, version and embedding model, as far as they are known."""
        ...

    async def retain(self, bank: str, case: Case) -> None: ...

    async def ask(self, bank: str, case: Case, question: Question) -> Answered: ...

    async def forget(self, bank: str) -> None:
        """Delete a bank with everything in it; one that is not there is fine."""
        ...
