"""Feedback on recalls, in PostgreSQL."""

from tacitus.adapters.postgres.database import Connection, Database, rows_of
from tacitus.adapters.postgres.queries import load
from tacitus.domain.errors import NotFound
from tacitus.domain.feedback import Feedback
from tacitus.domain.ids import BankId

_QUERIES = load("feedback")


class GivenFeedback:
    """Fills `FeedbackStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, feedback: Feedback) -> None:
        place = {"bank": feedback.bank, "id": feedback.id}

        async def work(connection: Connection) -> None:
            await rows_of(
                connection,
                _QUERIES["add_feedback"],
                **place,
                question=feedback.question,
                helpful=bool(feedback.helped),
                asked_at=feedback.asked_at,
                given_at=feedback.given_at,
            )
            helped = list(feedback.helped)
            kept = await rows_of(connection, _QUERIES["add_helped"], **place, memories=helped)
            there = {row["memory"] for row in kept}
            if gone := [id for id in helped if id not in there]:
                raise NotFound(f"Memory '{gone[0]}' not found")

        await self._database.write(feedback.bank, work)

    async def all(self, bank: BankId) -> list[Feedback]:
        rows = await self._database.rows(bank, _QUERIES["feedback_of"])
        return [
            Feedback(
                id=row["id"],
                bank=bank,
                question=row["question"],
                helped=tuple(row["helped"]),
                asked_at=row["asked_at"],
                given_at=row["given_at"],
            )
            for row in rows
        ]
