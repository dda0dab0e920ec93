"""Records in a relational database: SQLite in a file, or PostgreSQL by URL."""

from recallops.adapters.records_sql.opening import open_records
from recallops.adapters.records_sql.records import SqlRecords

__all__ = ["SqlRecords", "open_records"]
