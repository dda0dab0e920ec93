"""What is seen of the pool of connections."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolState:
    """Connections to a database, and the waiting for them since the process started.

    Attributes:
        idle: Open ones that nobody uses.
        waiting: Requests that wait for one now.
        waits: Requests that had to wait for one.
        waited_seconds: How long, together.
    """

    open: int = 0
    idle: int = 0
    waiting: int = 0
    waits: int = 0
    waited_seconds: float = 0.0
