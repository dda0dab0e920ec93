"""Spreading activation (Eq. 12)."""

import pytest

from tacitus.domain.activation import DECAY, Edge, spread
from tacitus.domain.graph import LinkType
from tests.builders import a_memory

SEED, NEAR, FAR, BEYOND = (a_memory().id for _ in range(4))


def test_a_neighbour_gets_activation_times_weight_times_decay_times_preference() -> None:
    active = spread({SEED: 0.8}, [Edge(SEED, NEAR, LinkType.SEMANTIC, 0.5)], hops=1)

    assert active[NEAR] == pytest.approx(0.8 * 0.5 * DECAY * 0.6)


def test_what_was_said_at_the_same_time_carries_least() -> None:
    active = spread({SEED: 1.0}, [Edge(SEED, NEAR, LinkType.TEMPORAL, 0.5)], hops=1)

    assert active[NEAR] == pytest.approx(0.5 * DECAY * 0.3)


def test_entity_edges_carry_more_and_causal_edges_most() -> None:
    edges = [Edge(SEED, NEAR, LinkType.ENTITY, 0.5), Edge(SEED, FAR, LinkType.CAUSES, 0.5)]

    active = spread({SEED: 1.0}, edges, hops=1)

    assert active[NEAR] == pytest.approx(0.5 * DECAY * 1.2)
    assert active[FAR] == pytest.approx(0.5 * DECAY * 1.5)


def test_activation_walks_more_than_one_hop_and_stops_at_the_last() -> None:
    edges = [
        Edge(SEED, NEAR, LinkType.TEMPORAL, 1.0),
        Edge(NEAR, FAR, LinkType.TEMPORAL, 1.0),
        Edge(FAR, BEYOND, LinkType.TEMPORAL, 1.0),
    ]

    active = spread({SEED: 1.0}, edges, hops=2)

    assert active[FAR] == pytest.approx((DECAY * 0.3) ** 2)
    assert BEYOND not in active


def test_the_strongest_way_counts_and_ways_do_not_add_up() -> None:
    edges = [
        Edge(SEED, FAR, LinkType.SEMANTIC, 0.9),
        Edge(NEAR, FAR, LinkType.SEMANTIC, 0.9),
    ]

    active = spread({SEED: 1.0, NEAR: 0.2}, edges, hops=1)

    assert active[FAR] == pytest.approx(0.9 * DECAY * 0.6)


def test_a_seed_is_reached_only_from_another_memory() -> None:
    edges = [Edge(SEED, NEAR, LinkType.CAUSES, 1.0), Edge(NEAR, SEED, LinkType.CAUSED_BY, 1.0)]

    assert SEED not in spread({SEED: 1.0}, edges, hops=1)
    assert spread({SEED: 1.0}, edges, hops=2)[SEED] == pytest.approx((DECAY * 1.5) ** 2)


def test_a_circle_does_not_feed_itself() -> None:
    edges = [Edge(SEED, NEAR, LinkType.CAUSES, 1.0), Edge(NEAR, SEED, LinkType.CAUSED_BY, 1.0)]

    assert spread({SEED: 1.0}, edges, hops=9)[SEED] == pytest.approx((DECAY * 1.5) ** 2)
