"""What finds secrets."""

from typing import Protocol

from tacitus.domain.sensitive import Found


class SecretDetector(Protocol):
    """Looks at texts only: whether a secret still opens anything is never tried."""

    def find(self, text: str) -> list[Found]:
        """Return the secrets in a text; they may overlap."""
        ...
