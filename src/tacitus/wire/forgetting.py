"""Ours: what goes when something is forgotten, and receipts."""

from pydantic import Field

from tacitus.wire.base import Body, Page


class ForgottenItem(Body):
    """One thing that goes, or stays though it names what goes.

    Attributes:
        kind: memory, observation, opinion, document, blotted_document, entity, mental_model,
            cleared_mental_model, operation, feedback, evidence, memory_change or detail; of what stays
            directive or background.
        name: What it is called or says; only in a dry run.
    """

    kind: str
    id: str
    name: str | None = None


class Forgotten(Body):
    """What went, or with `dry_run` what would go.

    Attributes:
        counts: How many of each kind, all of them.
        items: At most 1,000 of each kind.
        stays: What names it and is for people to change.
    """

    dry_run: bool
    counts: dict[str, int]
    items: list[ForgottenItem] = Field(default_factory=list[ForgottenItem])
    stays: list[ForgottenItem] = Field(default_factory=list[ForgottenItem])


class ReceiptItem(Body):
    """What went, without a word of it.

    Attributes:
        bank: The bank's inner id: it may be gone.
        subject: memory, document, entity, bank or expired.
        ids: By kind, at most 1,000 of each; those that a caller chose stand as hashes.
    """

    id: str
    bank: str
    subject: str
    at: str
    counts: dict[str, int]
    ids: dict[str, list[str]]


class ReceiptList(Page):
    """Receipts, latest first."""

    items: list[ReceiptItem]
