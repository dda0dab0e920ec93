"""PostgreSQL with pgvector: everything that is kept, every search, and the queue."""

from tacitus.adapters.postgres.embedded import embedded_url
from tacitus.adapters.postgres.stores import open_postgres

__all__ = ["embedded_url", "open_postgres"]
