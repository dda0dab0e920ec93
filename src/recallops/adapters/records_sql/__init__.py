"""The records in a relational database."""
