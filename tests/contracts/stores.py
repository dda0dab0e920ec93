"""What the suite runs on: the stores of any adapter, and banks in them."""

from collections.abc import Awaitable
from typing import Protocol

from tacitus.domain.banks import Bank


class NewBank(Protocol):
    """Saves a bank, in the tenant of the test unless told otherwise."""

    def __call__(self, name: str = "notes", *, tenant: str | None = None) -> Awaitable[Bank]: ...
