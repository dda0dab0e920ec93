"""Recall, as reflect needs it: a pipeline that does not know the other."""

from typing import Protocol

from tacitus.domain.banks import Bank
from tacitus.domain.recollection import RecallOptions, Recollection


class Recaller(Protocol):
    """Finds what bears on a question."""

    async def run(self, bank: Bank, question: str, options: RecallOptions) -> Recollection: ...
