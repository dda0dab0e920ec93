"""Bodies of moving whole banks; ours."""

from tacitus.wire.base import Body


class BankImported(Body):
    """What an import brought.

    Attributes:
        imported: Parts by kind.
        embedded: How many vectors were made anew.
    """

    bank_id: str
    imported: dict[str, int]
    embedded: int
