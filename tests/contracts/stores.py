"""What the suite runs on: any adapter that fills all storage ports and the queue."""

from collections.abc import Awaitable
from typing import Protocol

from tacitus.domain.banks import Bank
from tacitus.ports.runtime import TaskQueue
from tacitus.ports.storage import (
    BankStore,
    DocumentStore,
    EntityStore,
    MemoryStore,
    OpinionStore,
    SearchIndex,
)


class Stores(Protocol):
    @property
    def banks(self) -> BankStore: ...
    @property
    def documents(self) -> DocumentStore: ...
    @property
    def memories(self) -> MemoryStore: ...
    @property
    def entities(self) -> EntityStore: ...
    @property
    def opinions(self) -> OpinionStore: ...
    @property
    def index(self) -> SearchIndex: ...
    @property
    def queue(self) -> TaskQueue: ...


class NewBank(Protocol):
    """Saves a bank, in the tenant of the test unless told otherwise."""

    def __call__(self, name: str = "notes", *, tenant: str | None = None) -> Awaitable[Bank]: ...
