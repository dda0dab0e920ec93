"""Why a request was not served."""

from pydantic import Field

from tacitus.wire.base import Body


class Refused(Body):
    """Why a request was not served, where its status is not 422."""

    detail: str


class Invalid(Body):
    """One thing that is wrong with a request.

    Attributes:
        loc: Where: "body", "query" or "path", then the way to the field.
    """

    loc: list[str | int]
    msg: str
    type: str


class InvalidRequest(Body):
    """Why a request was not served, where its status is 422."""

    detail: list[Invalid] = Field(default_factory=list[Invalid])
