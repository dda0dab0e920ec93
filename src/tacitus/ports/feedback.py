"""What users say of recalls."""

from typing import Protocol

from tacitus.domain.feedback import Feedback
from tacitus.domain.ids import BankId


class FeedbackStore(Protocol):
    """Feedback on recalls; it goes with the bank."""

    async def add(self, feedback: Feedback) -> None:
        """Insert it.

        Raises:
            NotFound: The bank is gone, or one of the memories is.
        """
        ...

    async def all(self, bank: BankId) -> list[Feedback]:
        """Return all, oldest first, with the memories that are still there.

        What named memories of which none is left is not returned.
        """
        ...
