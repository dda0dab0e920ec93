"""A client of the HTTP API: `AsyncClient`, and `Client` where nothing else is asynchronous."""

from tacitus.client.asynchronous import AsyncClient
from tacitus.client.blocking import Client
from tacitus.client.errors import (
    ClientError,
    Conflict,
    InvalidRequest,
    NotFound,
    NotOffered,
    Refused,
    ServerFault,
    Unauthorized,
    Unavailable,
    UnexpectedAnswer,
    Unreachable,
)

__all__ = [
    "AsyncClient",
    "Client",
    "ClientError",
    "Conflict",
    "InvalidRequest",
    "NotFound",
    "NotOffered",
    "Refused",
    "ServerFault",
    "Unauthorized",
    "Unavailable",
    "UnexpectedAnswer",
    "Unreachable",
]
