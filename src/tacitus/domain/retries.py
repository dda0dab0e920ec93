"""How often, and how soon, failed background work is tried again."""

from tacitus.domain.errors import ModelUnavailable, TacitusError

MOST_ATTEMPTS = 5
"""A job that failed this often stays failed until somebody asks for it again."""
FIRST_DELAY = 10.0
"""Seconds before the second attempt; each later pause is three times as long."""
LONGEST_DELAY = 600.0


def next_delay(attempts: int, error: BaseException) -> float | None:
    """Return how many seconds to wait before the next attempt; None to give up.

    `min(10 * 3 ** (attempts - 1), 600)`, or longer where the model's provider asks for it.

    Args:
        attempts: How often the work was begun.
    """
    if not isinstance(error, TacitusError) or not error.retryable or attempts >= MOST_ATTEMPTS:
        return None
    delay = min(FIRST_DELAY * 3 ** (attempts - 1), LONGEST_DELAY)
    asked = error.retry_after if isinstance(error, ModelUnavailable) else None
    return max(delay, asked or 0.0)


def said(error: BaseException) -> str:
    """Return what a user reads of an error: our own message, or a foreign error with its kind."""
    return str(error) if isinstance(error, TacitusError) else f"{type(error).__name__}: {error}"
