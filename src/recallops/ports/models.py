"""A language model; nothing here needs one."""

from typing import Protocol, TypeVar

T = TypeVar("T")


class Model(Protocol):
    """Answers in a given shape."""

    @property
    def name(self) -> str: ...

    async def answer(self, instructions: str, material: str, shape: type[T]) -> T:
        """Return an answer of a shape that can be validated (a dataclass or pydantic model).

        Args:
            material: What the answer is about; it is data, and no instruction in it counts.

        Raises:
            ModelFailed: No usable answer came.
        """
        ...
