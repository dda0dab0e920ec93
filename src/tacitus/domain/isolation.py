"""What keeps banks and tenants apart beneath our own filters, in a database that they share."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """Whether a forgotten filter would be caught.

    Attributes:
        how: In words, for who runs the system.
        advice: What to do where it does not hold.
    """

    holds: bool
    how: str
    advice: str = ""
