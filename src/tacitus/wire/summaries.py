"""Observations, which the wire calls consolidation: made anew, tried again, deleted."""

from tacitus.wire.base import Body, Request


class ConsolidationRequest(Request):
    """Which observations to make anew; null is all that are stale."""

    observation_scopes: list[list[str]] | None = None


class ConsolidationSubmitted(Body):
    """Work was handed in; `deduplicated` is never true."""

    operation_id: str
    deduplicated: bool = False


class ConsolidationRecovered(Body):
    """How many failed summaries are tried again."""

    retried_count: int
