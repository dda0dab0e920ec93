"""Making a bank when the first thing is stored in it, so that what fails leaves none."""

from dataclasses import dataclass

from tacitus.domain.banks import Bank
from tacitus.domain.errors import Conflict
from tacitus.ports.storage import BankStore


class Overtaken(Exception):
    """Somebody else made the bank meanwhile."""


@dataclass(slots=True)
class BankOpening:
    """Makes a bank, once.

    Raises:
        Overtaken: Another bank has that name by now.
    """

    bank: Bank
    banks: BankStore
    done: bool = False

    async def __call__(self) -> None:
        if self.done:
            return
        try:
            await self.banks.save(self.bank)
        except Conflict:
            raise Overtaken from None
        self.done = True
