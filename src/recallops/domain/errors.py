"""Every error the application raises.

* RecallopsError
  x NotFound           (no incident, fix, analysis or evidence of this id)
  x Invalid            (what was asked or handed in makes no sense; the text says why)
  x Conflict           (somebody else changed it first; worth retrying)
  x MemoryUnavailable  (the memory does not answer; worth retrying)
  x ModelFailed        (the language model answered badly, or not at all)
"""


class RecallopsError(Exception):
    """Base class of every error raised by the application.

    Attributes:
        retryable: Whether the same call may succeed later, unchanged.
    """

    retryable: bool = False


class NotFound(RecallopsError):
    """The thing asked for does not exist."""


class Invalid(RecallopsError):
    """What was asked or handed in makes no sense."""


class Conflict(RecallopsError):
    """Somebody else changed it first."""

    retryable = True


class MemoryUnavailable(RecallopsError):
    """The memory does not answer, or not as it should."""

    retryable = True


class ModelFailed(RecallopsError):
    """The language model answered badly, or not at all."""
