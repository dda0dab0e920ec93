"""A bank: one memory space, with a mission, a background and a disposition."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tacitus.domain.errors import InvalidRequest, Misconfigured
from tacitus.domain.ids import BankId
from tacitus.domain.texts import visible

DEFAULT_TENANT = "default"


@dataclass(frozen=True, slots=True)
class Disposition:
    """How a bank leans when it reflects; facts and observations never depend on it.

    Attributes:
        skepticism: 1 (trusting) to 5 (doubting).
        literalism: 1 (reads between the lines) to 5 (takes words as they stand).
        empathy: 1 (detached) to 5 (warm).
        bias_strength: Beta in the paper, 0 (facts first) to 1 (strongly opinionated).
    """

    skepticism: int = 3
    literalism: int = 3
    empathy: int = 3
    bias_strength: float = 0.5

    def __post_init__(self) -> None:
        for trait in ("skepticism", "literalism", "empathy"):
            if not 1 <= getattr(self, trait) <= 5:
                raise InvalidRequest(f"{trait} must be between 1 and 5")
        if not 0 <= self.bias_strength <= 1:
            raise InvalidRequest("bias_strength must be between 0 and 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """A memory space.

    Attributes:
        name: What callers address it by; unique within the tenant (`bank_id` on the wire).
        title: What people read; empty where nobody gave one.
        mission: What the memory is for.
        background: The agent's own biography, in the first person.
        embedder: Name of the model its vectors were made with.
        config: Settings of this bank alone, by key.
    """

    id: BankId
    tenant: str
    name: str
    created_at: datetime
    updated_at: datetime
    embedder: str
    title: str = ""
    mission: str = ""
    background: str = ""
    disposition: Disposition = field(default_factory=Disposition)
    config: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True, kw_only=True)
class BankChange:
    """What to set on a bank; None leaves a value as it is."""

    title: str | None = None
    mission: str | None = None
    background: str | None = None
    disposition: Disposition | None = None
    config: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BankStats:
    """How much a bank holds, by kind."""

    memories: Mapping[str, int]
    """By network; only what is not deleted, superseded ones included."""
    links: Mapping[str, int]
    """By link type; entity links are counted as mentions."""
    documents: int
    entities: int
    operations: Mapping[str, int]
    """By status."""
    last_memory_at: datetime | None
    last_document_at: datetime | None


def checked_name(name: object) -> str:
    """Return the name if a bank may carry it.

    Raises:
        InvalidRequest: It is empty or too long, holds what nobody sees, or leads elsewhere in an
            address.
    """
    return visible(name, "A bank's name")


def checked_embedder(bank: Bank, embedder: str) -> Bank:
    """Return the bank if its vectors can be compared with those of the embedder of that name.

    Raises:
        Misconfigured: It was made with another one.
    """
    if bank.embedder != embedder:
        raise Misconfigured(
            f"Bank '{bank.name}' was made with the embedder {bank.embedder}, and {embedder} is"
            " configured: set TACITUS_EMBEDDER back, or move the bank: `tacitus reembed`"
        )
    return bank
