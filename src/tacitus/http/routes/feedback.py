"""Ours: what users say of recalls, to learn from."""

from tacitus.domain.ids import MemoryId
from tacitus.http.asked import asked_moment, identity
from tacitus.http.bodies import Topic
from tacitus.http.served import ServedEngine
from tacitus.views.times import iso
from tacitus.wire import RecallFeedbackRequest, RecallFeedbackResponse

router = Topic(prefix="/v1/default/banks/{bank_id:name}/memories/recall/feedback", tags=["memory"])


@router.post("")
async def give_feedback(
    bank_id: str, body: RecallFeedbackRequest, engine: ServedEngine
) -> RecallFeedbackResponse:
    """Say which memories helped with a question; `tacitus eval fit` learns from it."""
    asked = body.query_timestamp
    given = await engine.feedback.give(
        bank_id,
        body.query,
        [MemoryId(identity(id)) for id in body.helpful],
        asked_at=None if asked is None else asked_moment(asked, "query_timestamp"),
    )
    return RecallFeedbackResponse(
        id=str(given.id), bank_id=bank_id, given_at=iso(given.given_at) or ""
    )
