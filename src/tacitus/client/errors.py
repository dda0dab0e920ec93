"""Every error a client raises.

* ClientError
  x Unreachable         (no answer: no connection, or none in time; worth retrying)
  x UnexpectedAnswer    (an answer that is not of this API)
  x Refused             (an answer that says no, with status and detail)
    + InvalidRequest    (400, 413, 422: the caller must change the request)
    + Unauthorized      (401, 403)
    + NotFound          (404)
    + Conflict          (409; worth retrying)
    + Unavailable       (429, 503; worth retrying)
    + NotOffered        (501)
    + ServerFault       (any other)
"""


class ClientError(Exception):
    """Base class of every error raised by a client.

    Attributes:
        retryable: Whether the same call may succeed later, unchanged.
    """

    retryable: bool = False


class Unreachable(ClientError):
    """The server did not answer; whether it did the work is not known."""

    retryable = True


class UnexpectedAnswer(ClientError):
    """What answered does not speak this API: another server, or a proxy before it."""


class Refused(ClientError):
    """The server said no.

    Attributes:
        status: HTTP status code.
        detail: Why, in the server's words.
    """

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


class InvalidRequest(Refused):
    """The request cannot be served as it stands; `detail` says what to change."""


class Unauthorized(Refused):
    """The API key is missing, unknown, or not good for this."""


class NotFound(Refused):
    """The thing asked for does not exist."""


class Conflict(Refused):
    """Another writer changed the same thing first."""

    retryable = True


class Unavailable(Refused):
    """The server cannot serve the request now.

    Attributes:
        retry_after: Seconds the server asked to wait, or None.
    """

    retryable = True

    def __init__(self, status: int, detail: str, retry_after: float | None = None) -> None:
        super().__init__(status, detail)
        self.retry_after = retry_after


class NotOffered(Refused):
    """The server does not do this."""


class ServerFault(Refused):
    """Something went wrong on the server."""
