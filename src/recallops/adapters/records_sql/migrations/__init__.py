"""How the tables came to be what they are; run by Alembic when the records are opened."""
