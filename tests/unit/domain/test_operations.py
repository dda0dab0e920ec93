"""Jobs that several places ask for."""

from uuid import UUID

from tacitus.domain.ids import EntityId
from tacitus.domain.operations import observing
from tests.builders import ANYWHERE, NOON

ANN, BOB = EntityId(UUID(int=1)), EntityId(UUID(int=2))


def test_one_entity_is_summarised_once_at_a_time() -> None:
    first, again, other = (observing(ANYWHERE, one, NOON, 30.0) for one in (ANN, ANN, BOB))

    assert first.id != again.id
    assert first.dedupe_key == again.dedupe_key != other.dedupe_key
    assert first.order_key == again.order_key != other.order_key


def test_all_stale_summaries_are_one_job() -> None:
    job = observing(ANYWHERE, None, NOON, 30.0)

    assert job.payload == {"entity": None}
    assert job.order_key == job.dedupe_key == "observe/stale"
