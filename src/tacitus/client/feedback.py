"""Calls for feedback on recalls."""

from collections.abc import Sequence

from tacitus.client.calls import Calls, path_of
from tacitus.wire import Moment, RecallFeedbackRequest, RecallFeedbackResponse


class FeedbackCalls(Calls):
    """Feedback on recalls."""

    async def give_feedback(
        self, bank: str, question: str, helpful: Sequence[str], *, asked_at: Moment | None = None
    ) -> RecallFeedbackResponse:
        """Say which of the recalled memories helped with a question.

        Args:
            helpful: Their ids; none says that nothing helped.
        """
        body = RecallFeedbackRequest(
            query=question, helpful=list(helpful), query_timestamp=asked_at
        )
        path = path_of("banks", bank, "memories", "recall", "feedback")
        return await self._send("POST", path, RecallFeedbackResponse, body)
