"""Files that people hand in."""

from typing import Protocol


class FileReader(Protocol):
    """Gets the text out of files."""

    @property
    def endings(self) -> frozenset[str]:
        """Endings of the names of files that can be read, such as ".pdf"."""
        ...

    async def read(self, name: str, content: bytes) -> str:
        """Return the text of a file, as Markdown where it has a form.

        Raises:
            InvalidRequest: It cannot be read, or holds no text; the message names it.
        """
        ...
