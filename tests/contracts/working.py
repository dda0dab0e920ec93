"""Work for the queue, and a worker that notes what it was given."""

from typing import Any

from tacitus.domain.banks import Bank
from tacitus.domain.operations import Job, Operation
from tacitus.ports.storage import Stores
from tests.builders import a_job


class Worker:
    """A handler that notes what it was given, and fails as told."""

    def __init__(self, *errors: Exception) -> None:
        self.seen: list[Operation] = []
        self._errors = list(errors)

    async def __call__(self, operation: Operation) -> dict[str, object]:
        self.seen.append(operation)
        if self._errors:
            raise self._errors.pop(0)
        return {"done": str(operation.payload.get("name"))}

    @property
    def names(self) -> list[object]:
        return [operation.payload.get("name") for operation in self.seen]


async def work(stores: Stores, worker: Worker, *, with_model: bool = False) -> None:
    await stores.queue.run(worker, with_model=with_model, forever=False)


async def operation(stores: Stores, job: Job) -> Operation:
    found = await stores.queue.find(job.bank, job.id)
    assert found is not None
    return found


def named(name: str, bank: Bank, **other: Any) -> Job:
    return a_job(bank=bank, payload={"name": name}, **other)
