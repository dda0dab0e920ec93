"""Ours: what users say of recalls."""

from pydantic import Field

from tacitus.wire.base import Body, Moment, Request


class RecallFeedbackRequest(Request):
    """Which memories helped with a question.

    Attributes:
        query: The question that was asked.
        helpful: Ids of the memories that helped; empty says that none did.
        query_timestamp: When it was asked; null is now.
    """

    query: str
    helpful: list[str] = Field(default_factory=list[str], max_length=1000)
    query_timestamp: Moment | None = None


class RecallFeedbackResponse(Body):
    """Feedback that was kept."""

    id: str
    bank_id: str
    given_at: str
