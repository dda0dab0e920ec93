"""The server itself: is it there, is it ready, what can it do."""

from typing import Literal

from tacitus.wire.base import Body


class Health(Body):
    """Whether the process answers; says nothing of the database."""

    status: Literal["healthy"] = "healthy"
    version: str


class Liveness(Body):
    """The process runs; `uptime_seconds` since it started."""

    status: Literal["alive"] = "alive"
    version: str
    uptime_seconds: float


class Readiness(Body):
    """Whether requests can be served now; `database` says what was found."""

    status: Literal["ready", "unavailable"]
    database: str
    queue_age_seconds: float = 0.0
    """Ours; how long the oldest job that could be done has been waiting for somebody to do it."""


class Features(Body):
    """What this server can do."""

    observations: bool
    mcp: bool
    worker: bool
    bank_config_api: bool
    bank_llm_health: bool
    file_upload_api: bool
    document_export_api: bool
    document_import_api: bool
    audit_log: bool
    llm_trace: bool
    store_document_text: bool


class Version(Body):
    """The version of the wire format spoken, and what is served of it."""

    api_version: str
    features: Features
    server: str = "tacitus"
    """Ours."""
    server_version: str = ""
    """Ours."""
