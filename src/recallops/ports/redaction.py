"""Secrets, taken out of what is written down."""

from typing import Protocol


class Redactor(Protocol):
    """Takes secrets out of texts."""

    def redact(self, text: str) -> str:
        """Return the text with `[redacted: …]` where a password, a key or a token stood."""
        ...
