"""Whatever happens to the evidence, a belief is what a fresh fold of what counts makes of it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory import open_in_memory
from tacitus.domain.memories import State
from tacitus.domain.opinions import Evidence, Relation, fold
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_bank, a_record, an_opinion, changes_of, some_evidence

_SOURCES = 3


@dataclass(frozen=True)
class Step:
    """Something that happens to the piece of evidence with a number."""

    kind: str
    number: int


STEPS = st.lists(
    st.builds(
        Step,
        st.sampled_from(("tell", "tell again", "delete", "invalidate", "restore")),
        st.integers(0, 7),
    ),
    max_size=30,
)
RELATIONS = st.lists(st.sampled_from(Relation), min_size=8, max_size=8)


@given(st.floats(0, 1), RELATIONS, STEPS)
@settings(max_examples=60, deadline=None)
def test_events_retractions_and_replays_leave_what_a_fresh_fold_makes(
    initial: float, relations: Sequence[Relation], steps: Sequence[Step]
) -> None:
    asyncio.run(_walk(open_in_memory(clock=TickingClock(NOON)), initial, relations, steps))


async def test_the_same_holds_in_every_store(stores: Stores) -> None:
    relations = [Relation.REINFORCE, Relation.CONTRADICT, Relation.NEUTRAL, Relation.WEAKEN] * 2
    kinds = ("tell", "invalidate", "tell again", "delete", "tell", "restore")
    steps = [Step(kind, number % 8) for number in range(4) for kind in kinds] + [
        Step("tell", number) for number in range(8)
    ]

    await _walk(stores, 0.7, relations, steps)


async def _walk(
    stores: Stores, initial: float, relations: Sequence[Relation], steps: Sequence[Step]
) -> None:
    bank = a_bank()
    await stores.banks.save(bank)
    belief = a_record(an_opinion(confidence=initial, bank=bank))
    facts = [a_record(f"Fact {number}.", bank=bank) for number in range(len(relations))]
    await stores.memories.apply(changes_of(belief, *facts, bank=bank))
    events = [
        some_evidence(
            belief.memory,
            relation,
            memory=facts[number].memory,
            source=f"source {number % _SOURCES}",
            at=NOON + timedelta(hours=number),
        )
        for number, relation in enumerate(relations)
    ]
    told: dict[int, Evidence] = {}
    gone: set[int] = set()
    wrong: set[int] = set()
    for step in steps:
        number, memory = step.number, facts[step.number].memory.id
        match step.kind:
            case "delete":
                await stores.memories.delete(bank.id, memory)
                gone.add(number)
                told.pop(number, None)
            case "invalidate":
                await stores.memories.set_state(bank.id, memory, State.INVALIDATED, reason="")
                wrong.add(number)
            case "restore":
                await stores.memories.set_state(bank.id, memory, State.VALID, reason="")
                wrong.discard(number)
            case _:
                await stores.opinions.add(bank.id, [events[number]])
                if number not in gone:
                    told[number] = events[number]
        counting = [event for one, event in told.items() if one not in wrong]
        found = await stores.memories.get(bank.id, [belief.memory.id])
        confidence = found[belief.memory.id].confidence
        assert confidence is not None
        assert 0 <= confidence <= 1
        assert confidence == fold(initial, counting)
    await stores.banks.delete(bank.id)
