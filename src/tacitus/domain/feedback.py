"""What users say of a recall: which of the memories helped."""

from dataclasses import dataclass
from datetime import datetime
from typing import NewType
from uuid import UUID

from tacitus.domain.ids import BankId, MemoryId

FeedbackId = NewType("FeedbackId", UUID)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """A question that was asked, and the memories that helped to answer it.

    Attributes:
        helped: Empty where nothing that came back did.
        asked_at: When the question was asked; "yesterday" hangs on it.
    """

    id: FeedbackId
    bank: BankId
    question: str
    helped: tuple[MemoryId, ...]
    asked_at: datetime
    given_at: datetime
