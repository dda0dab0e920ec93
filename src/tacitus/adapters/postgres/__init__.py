"""PostgreSQL with pgvector: everything that is kept, every search, and the queue."""

from tacitus.adapters.postgres.embedded import embedded_url
from tacitus.adapters.postgres.stores import PostgresStores, open_postgres

__all__ = ["PostgresStores", "embedded_url", "open_postgres"]
