"""Feedback on recalls, in memory."""

from dataclasses import replace

from tacitus.adapters.in_memory.contents import Shelf
from tacitus.domain.errors import NotFound
from tacitus.domain.feedback import Feedback
from tacitus.domain.ids import BankId


class GivenFeedback:
    """Fills `FeedbackStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def add(self, feedback: Feedback) -> None:
        with self._shelf.writing(feedback.bank) as contents:
            if gone := [id for id in feedback.helped if id not in contents.records]:
                raise NotFound(f"Memory '{gone[0]}' not found")
            contents.feedback[feedback.id] = feedback

    async def all(self, bank: BankId) -> list[Feedback]:
        contents = self._shelf.of(bank)
        left = [
            (one, tuple(id for id in one.helped if id in contents.records))
            for one in contents.feedback.values()
        ]
        there = [replace(one, helped=helped) for one, helped in left if helped or not one.helped]
        return sorted(there, key=lambda one: (one.given_at, one.id))
