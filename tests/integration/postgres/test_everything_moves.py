"""Whatever a bank keeps in the database moves with it, or stays behind for a reason."""

from dataclasses import fields

from tacitus.domain.moving import KINDS
from tests.integration.postgres.conftest import Sql

MADE_ANEW = {
    "absorbed_mentions": set[str](),
    "answer_versions": {"id"},  # their order is their place
    "banks": {"id", "tenant", "name", "memory_count", "term_count", "retractions"},
    "document_changes": {"id"},
    "documents": {"length"},
    "feedback": {"helpful"},
    "memories": {"embedding"},  # is the part's vector
    "memory_changes": {"id"},
    "sources": {"id"},
    "webhooks": {"secret", "headers", "params", "enabled"},  # what may be secret stays behind
    "wordings": {"embedding"},
}
"""Columns of tables that move which are not in their parts."""
BESIDE = {
    "accesses": "in the part of the memory: memory count at",
    "helped": "in the part of the feedback: feedback memory place",
    "memory_texts": "in the part of the memory",
    "entity_words": "made anew from names",
    "memory_terms": "made anew from texts",
    "term_stats": "counted anew",
    "changes": "of pictures in this process",
    "revisions": "of pictures in this process",
    "operations": "work that is owed stays where it was handed in",
    "new_vectors": "of a move to another embedder",
    "receipts": "of the tenant, not of the bank",
    "audit": "of the tenant, not of the bank",
    "audit_log": "of the tenant, not of the bank",
}
"""Tables with a bank that have no parts of their own, and why."""


async def test_every_column_of_a_bank_moves_or_stays_for_a_reason(sql: Sql) -> None:
    rows = await sql(
        "SELECT table_name, array_agg(column_name::text) AS columns FROM information_schema.columns"
        " JOIN information_schema.tables USING (table_schema, table_name)"
        " WHERE table_schema = 'tacitus' AND table_type = 'BASE TABLE' GROUP BY table_name"
        " HAVING bool_or(column_name = 'bank') OR table_name = 'banks'"
    )
    tables = {row["table_name"]: {*row["columns"]} - {"bank"} for row in rows}
    moved = {
        kind.table: {field.name for field in fields(kind.part)} - {"place", "vector", "helped"}
        for kind in KINDS
    }
    texts = tables["memory_texts"] - {"memory"}
    assert texts <= moved["memories"]
    moved["memories"] -= {"accesses", "accessed_at", *texts}
    for name in ("accesses", "helped"):
        assert tables[name] == {*BESIDE[name].partition(": ")[2].split()}

    assert tables.keys() - moved.keys() - BESIDE.keys() == set()
    wrong = {
        name: columns ^ moved[name] ^ MADE_ANEW.get(name, set())
        for name, columns in tables.items()
        if name in moved
    }
    assert {name: odd for name, odd in wrong.items() if odd} == {}
