"""Every error the engine raises.

* TacitusError
  x NotFound
    + BankNotFound
    + MemoryNotFound
    + DocumentNotFound
    + EntityNotFound
    + OpinionNotFound
    + OperationNotFound
  x InvalidRequest        (the caller must change the request)
    + SensitiveContent    (the bank refuses what is in it)
  x Unauthenticated       (nobody knows who asks)
  x Forbidden             (it is known who asks, and that is not allowed)
  x Conflict              (somebody else changed the same thing; retryable)
  x Misconfigured         (settings that cannot work together; says the way out)
    + Unguarded           (whoever reaches the server would hold the memory)
  x ModelError            (a model answered badly, or not at all)
    + ModelNotConfigured  (the work waits until a model is configured)
    + ModelUnavailable    (worth retrying)
    + UnusableAnswer      (the reply did not parse, even after repair)
  x DeliveryFailed        (somebody who is to be told did not answer; retryable)
  x StorageError          (the database refused or is away)
    + StorageUnavailable  (worth retrying)
"""


class TacitusError(Exception):
    """Base class of every error raised by the engine.

    Attributes:
        retryable: Whether the same call may succeed later, unchanged.
    """

    retryable: bool = False


class NotFound(TacitusError):
    """The thing asked for does not exist."""


class BankNotFound(NotFound):
    """No bank of this tenant has that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Bank '{name}' not found")
        self.name = name


class MemoryNotFound(NotFound):
    """The bank holds no such memory."""


class DocumentNotFound(NotFound):
    """The bank holds no such document."""


class EntityNotFound(NotFound):
    """The bank knows no such entity."""


class OpinionNotFound(NotFound):
    """The bank holds no such opinion."""


class OperationNotFound(NotFound):
    """The bank has no such operation."""


class InvalidRequest(TacitusError):
    """The request cannot be served as it stands; the message says what to change."""


class SensitiveContent(InvalidRequest):
    """A text holds a secret or personal data that the bank refuses; the message shows nothing of it."""


class Unauthenticated(TacitusError):
    """A key is asked for, and none that is good was shown."""


class Forbidden(TacitusError):
    """The key that was shown does not allow that; the message says what would."""


class Conflict(TacitusError):
    """Another writer changed the same thing first."""

    retryable = True


class ToldMeanwhile(Conflict):
    """Something that bears on what was to be stored came first: compare it with that too."""


class Misconfigured(TacitusError):
    """The settings cannot work; the message says the way out."""


class Unguarded(Misconfigured):
    """The server was to listen for others, and no key keeps them out."""


class ModelError(TacitusError):
    """A model answered badly, or not at all."""


class ModelNotConfigured(ModelError):
    """The work needs a language model and none is configured."""


class ModelUnavailable(ModelError):
    """The model did not answer: a time-out, a refusal for load, a broken connection.

    Attributes:
        retry_after: Seconds the provider asked us to wait, or None.
    """

    retryable = True

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class UnusableAnswer(ModelError):
    """The model's reply could not be read, even after repair.

    Attributes:
        spent: Tokens read and written, and calls, that a language model took all the same.
    """

    def __init__(self, message: str, spent: tuple[int, int, int] = (0, 0, 0)) -> None:
        super().__init__(message)
        self.spent = spent


class DeliveryFailed(TacitusError):
    """Somebody who is to be told of something did not take it."""

    retryable = True


class StorageError(TacitusError):
    """The database refused the work."""


class StorageUnavailable(StorageError):
    """The database cannot be reached now."""

    retryable = True
