"""What `OpinionStore` promises: beliefs move with their evidence, and only with it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.changes import Record
from tacitus.domain.memories import Network, State
from tacitus.domain.opinions import THEME, Evidence, Folding, Relation, Wording, fold
from tacitus.domain.recollection import Filters
from tacitus.domain.terms import terms
from tacitus.ports.storage import Stores
from tests.builders import (
    NOON,
    a_memory,
    a_mention,
    a_record,
    a_source,
    a_vector,
    an_entity,
    an_opinion,
    at_cosine,
    changes_of,
    day,
    some_evidence,
)


async def hold(stores: Stores, bank: Bank, confidence: float = 0.5) -> Record:
    """Store one opinion."""
    belief = a_record(an_opinion(confidence=confidence, bank=bank))
    await stores.memories.apply(changes_of(belief, bank=bank))
    return belief


async def confidence_of(stores: Stores, bank: Bank, belief: Record) -> float | None:
    found = await stores.memories.get(bank.id, [belief.memory.id])
    return found[belief.memory.id].confidence


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        (Relation.REINFORCE, (4 * 0.5 + 1) / 5),
        (Relation.WEAKEN, 4 * 0.5 / 5),
        (Relation.CONTRADICT, 4 * 0.5 / 6),
        (Relation.NEUTRAL, 0.5),
    ],
)
async def test_evidence_moves_the_confidence(
    stores: Stores, bank: Bank, relation: Relation, expected: float
) -> None:
    belief = await hold(stores, bank)

    await stores.opinions.add(bank.id, [some_evidence(belief.memory, relation)])

    assert await confidence_of(stores, bank, belief) == pytest.approx(expected)


async def test_evidence_comes_back_oldest_first(stores: Stores, bank: Bank) -> None:
    belief = await hold(stores, bank)
    other = await hold(stores, bank)
    fact = a_record("It rained.", bank=bank)
    await stores.memories.apply(changes_of(fact, bank=bank))
    late = some_evidence(belief.memory, at=day(2024, 8), reason="It rained.", memory=fact.memory)
    early = some_evidence(belief.memory, Relation.WEAKEN, at=day(2024, 7), weight=0.5)
    elsewhere = some_evidence(other.memory)

    await stores.opinions.add(bank.id, [late, elsewhere, early])

    assert await stores.opinions.evidence(bank.id, belief.memory.id) == [early, late]


async def test_the_same_evidence_twice_is_once(stores: Stores, bank: Bank) -> None:
    belief = await hold(stores, bank)
    event = some_evidence(belief.memory)

    await stores.opinions.add(bank.id, [event, event])
    await stores.opinions.add(bank.id, [event])

    assert await stores.opinions.evidence(bank.id, belief.memory.id) == [event]
    assert await confidence_of(stores, bank, belief) == pytest.approx(0.6)


async def test_one_voice_repeated_counts_once(stores: Stores, bank: Bank) -> None:
    belief = await hold(stores, bank)
    events = [
        some_evidence(belief.memory, source="radio", at=NOON + timedelta(hours=hour))
        for hour in range(10)
    ]

    await stores.opinions.add(bank.id, events)

    assert await confidence_of(stores, bank, belief) == pytest.approx((4 * 0.5 + 1) / 5)
    assert len(await stores.opinions.evidence(bank.id, belief.memory.id)) == 10


async def test_a_confidence_can_be_replayed_from_its_evidence_whatever_the_order_it_came_in(
    stores: Stores, bank: Bank
) -> None:
    belief = await hold(stores, bank, confidence=0.9)
    relations = [Relation.REINFORCE, Relation.REINFORCE, Relation.CONTRADICT, Relation.WEAKEN]
    events = [
        some_evidence(belief.memory, relation, at=NOON + timedelta(hours=hour), weight=1 - hour / 8)
        for hour, relation in enumerate(relations)
    ]

    for event in (events[2], events[0], events[3], events[1]):
        await stores.opinions.add(bank.id, [event])

    kept = await stores.opinions.evidence(bank.id, belief.memory.id)
    assert kept == events
    assert await confidence_of(stores, bank, belief) == pytest.approx(fold(0.9, events))


async def test_a_deleted_memory_is_counted_no_more(stores: Stores, bank: Bank) -> None:
    belief = await hold(stores, bank)
    rain, snow = a_record("It rained.", bank=bank), a_record("It snowed.", bank=bank)
    await stores.memories.apply(changes_of(rain, snow, bank=bank))
    against = some_evidence(belief.memory, Relation.CONTRADICT, memory=rain.memory)
    in_favour = some_evidence(belief.memory, memory=snow.memory)
    await stores.opinions.add(bank.id, [against, in_favour])
    assert await confidence_of(stores, bank, belief) == pytest.approx((4 * 0.5 + 1) / 7)

    await stores.memories.delete(bank.id, rain.memory.id)

    assert await confidence_of(stores, bank, belief) == pytest.approx((4 * 0.5 + 1) / 5)
    assert await stores.opinions.evidence(bank.id, belief.memory.id) == [in_favour]


async def test_evidence_can_come_with_the_memory_that_gives_it(stores: Stores, bank: Bank) -> None:
    belief = await hold(stores, bank)
    rain = a_record("It rained.", bank=bank, sources=(a_source(),))
    event = some_evidence(belief.memory, Relation.WEAKEN, memory=rain.memory)

    await stores.memories.apply(changes_of(rain, bank=bank, evidence=(event,)))

    assert await stores.opinions.evidence(bank.id, belief.memory.id) == [event]
    assert await confidence_of(stores, bank, belief) == pytest.approx(0.4)


async def test_evidence_of_what_is_gone_is_left_out(stores: Stores, bank: Bank) -> None:
    belief = await hold(stores, bank)
    gone = a_memory(bank=bank)
    lost = some_evidence(belief.memory, memory=gone)
    pointless = some_evidence(an_opinion(bank=bank))

    await stores.opinions.add(bank.id, [lost, pointless])
    await stores.opinions.add(bank.id, [])

    assert await stores.opinions.evidence(bank.id, belief.memory.id) == []
    assert await confidence_of(stores, bank, belief) == pytest.approx(0.5)


async def test_an_opinion_is_held_until_it_is_no_longer_valid(stores: Stores, bank: Bank) -> None:
    await stores.memories.apply(changes_of(a_record("A fact.", bank=bank), bank=bank))
    assert await stores.opinions.held(bank.id) is False

    belief = await hold(stores, bank)
    assert await stores.opinions.held(bank.id) is True

    await stores.memories.set_state(bank.id, belief.memory.id, State.INVALIDATED, reason="")
    assert await stores.opinions.held(bank.id) is False


# ------------------------------------------------------------------------ touching


async def test_a_memory_touches_opinions_of_its_theme_or_its_entities_nearest_first(
    stores: Stores, bank: Bank
) -> None:
    ann = an_entity("Ann", bank=bank)
    fact = a_record("Ann ran.", bank=bank)
    far = a_record(an_opinion("Ann is fit.", bank=bank), vector=at_cosine(0.1))
    near, nearer, aside = (
        a_record(an_opinion(f"{cosine}", bank=bank), vector=at_cosine(cosine))
        for cosine in (THEME + 0.1, THEME + 0.3, THEME - 0.1)
    )
    wrong = a_record(an_opinion("wrong", bank=bank))
    summary = a_record("A summary.", bank=bank, network=Network.OBSERVATION)
    await stores.memories.apply(
        changes_of(
            *(fact, far, near, nearer, aside, wrong, summary),
            bank=bank,
            entities=(ann,),
            mentions=(a_mention(fact, ann), a_mention(far, ann)),
        )
    )
    await stores.memories.set_state(bank.id, wrong.memory.id, State.INVALIDATED, reason="")

    touched = await stores.opinions.touching(bank.id, fact.memory.id, a_vector(1), limit=9)
    nearest = await stores.opinions.touching(bank.id, fact.memory.id, a_vector(1), limit=2)

    expected = [nearer.memory.id, near.memory.id, far.memory.id]
    assert [opinion.id for opinion in touched] == expected
    assert [opinion.id for opinion in nearest] == expected[:2]


async def test_a_memory_does_not_touch_what_was_drawn_from_it(stores: Stores, bank: Bank) -> None:
    fact, belief = a_record("It rained.", bank=bank), a_record(an_opinion(bank=bank))
    basis = ((belief.memory.id, (fact.memory.id,)),)
    await stores.memories.apply(changes_of(fact, belief, bank=bank, drawn_from=basis))

    assert await stores.opinions.touching(bank.id, fact.memory.id, a_vector(1), limit=9) == []


# ------------------------------------------------------------------------ found whole


async def test_an_opinion_is_found_with_all_that_it_rests_on(stores: Stores, bank: Bank) -> None:
    fact, belief = a_record("It rained.", bank=bank), a_record(an_opinion(bank=bank))
    skeptic = Disposition(skepticism=5, bias_strength=0.25)
    await stores.memories.apply(
        changes_of(
            *(fact, belief),
            bank=bank,
            drawn_from=((belief.memory.id, (fact.memory.id,)),),
            formed=((belief.memory.id, skeptic),),
        )
    )
    event = some_evidence(belief.memory)
    await stores.opinions.add(bank.id, [event])

    opinion = await stores.opinions.find(bank.id, belief.memory.id)

    assert opinion is not None
    assert opinion.initial == 0.5
    assert opinion.first_text == opinion.memory.text == "Rain is dull."
    assert opinion.disposition == skeptic
    assert opinion.drawn_from == (fact.memory.id,)
    assert opinion.evidence == (event,)
    assert opinion.memory.confidence == opinion.confidence == pytest.approx(0.6)


async def test_what_is_no_opinion_is_not_found(stores: Stores, bank: Bank) -> None:
    fact = a_record("It rained.", bank=bank)
    await stores.memories.apply(changes_of(fact, bank=bank))

    assert await stores.opinions.find(bank.id, fact.memory.id) is None
    assert await stores.opinions.find(bank.id, an_opinion(bank=bank).id) is None


# ------------------------------------------------------------------------ folding


async def test_a_bank_may_fold_as_the_paper_does(stores: Stores, bank: Bank) -> None:
    belief = await hold(stores, bank, confidence=0.9)
    await stores.opinions.add(bank.id, [some_evidence(belief.memory, Relation.CONTRADICT)])
    assert await confidence_of(stores, bank, belief) == pytest.approx(4 * 0.9 / 6)

    await stores.banks.save(replace(bank, config={"belief_fold": "paper"}))

    assert await stores.opinions.recompute(bank.id) == 1
    assert await confidence_of(stores, bank, belief) == pytest.approx(0.9 - 2 * 0.1)
    opinion = await stores.opinions.find(bank.id, belief.memory.id)
    assert opinion is not None
    assert opinion.folding is Folding.PAPER


# ------------------------------------------------------------------------ rewording


def reworded(belief: Record, text: str, **other: object) -> tuple[Evidence, Wording]:
    event = some_evidence(belief.memory, Relation.CONTRADICT, rewording=text, **other)  # pyright: ignore[reportArgumentType]
    return event, Wording(text, a_vector(0, 1), terms(text), tokens=3)


async def test_a_reworded_opinion_is_found_by_its_new_words_and_keeps_the_old_in_its_history(
    stores: Stores, bank: Bank
) -> None:
    belief = await hold(stores, bank)
    event, wording = reworded(belief, "Rain is useful.")

    await stores.opinions.add(bank.id, [event], [wording])

    opinion = await stores.opinions.find(bank.id, belief.memory.id)
    assert opinion is not None
    assert opinion.memory.text == "Rain is useful."
    assert opinion.first_text == "Rain is dull."
    assert [point.text for point in opinion.trajectory()] == ["Rain is useful."]
    everywhere = Filters(networks=frozenset(Network))
    hits = await stores.index.keyword(bank.id, terms("useful"), everywhere, 9)
    assert [hit.memory for hit in hits] == [belief.memory.id]
    assert await stores.index.keyword(bank.id, terms("dull"), everywhere, 9) == []
    [near] = await stores.index.semantic(bank.id, a_vector(0, 1), everywhere, 9)
    assert near.score == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("by", ["deleting", "invalidating"])
async def test_the_old_words_return_with_the_retraction_of_what_changed_them(
    stores: Stores, bank: Bank, by: str
) -> None:
    belief = await hold(stores, bank)
    fact = a_record("It grows.", bank=bank)
    await stores.memories.apply(changes_of(fact, bank=bank))
    event, wording = reworded(belief, "Rain is useful.", memory=fact.memory)
    await stores.opinions.add(bank.id, [event], [wording])

    if by == "deleting":
        await stores.memories.delete(bank.id, fact.memory.id)
    else:
        await stores.memories.set_state(bank.id, fact.memory.id, State.INVALIDATED, reason="")

    found = await stores.memories.get(bank.id, [belief.memory.id])
    assert found[belief.memory.id].text == "Rain is dull."
    everywhere = Filters(networks=frozenset(Network))
    [hit] = await stores.index.keyword(bank.id, terms("dull"), everywhere, 9)
    assert hit.memory == belief.memory.id
    assert await stores.index.keyword(bank.id, terms("useful"), everywhere, 9) == []
