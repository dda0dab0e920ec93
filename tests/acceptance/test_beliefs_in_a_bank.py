"""The shipped fold, from documents that are retained and deleted to a confidence."""

import pytest

from tacitus.evaluation.beliefs.living import live


async def test_the_whole_way_from_document_to_belief_keeps_what_the_fold_promises() -> None:
    living = await live()

    assert living.stability == 0
    assert living.retraction == 0
    assert living.independence == pytest.approx((12 / 14 - 0.5) / (3 / 5 - 0.5))
    assert living.same_facts
    assert living.is_monotone
