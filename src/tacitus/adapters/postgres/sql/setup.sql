-- name: applied_migrations
-- Names of the migrations that were applied; fails where none ever was.
SELECT migration_id FROM tacitus._yoyo_migration ORDER BY migration_id;

-- name: was_migrated
-- Whether migrations were ever applied here.
SELECT to_regclass('tacitus._yoyo_migration') IS NOT NULL AS known;

-- name: one_at_a_time
-- Let only one server of a database migrate, until its connection ends.
SELECT pg_advisory_lock(7283945120356);

-- name: make_schema
-- Our tables have a schema of their own.
CREATE SCHEMA IF NOT EXISTS tacitus;

-- name: make_extension
-- Vectors and sparse vectors.
CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;

-- name: has_extension
-- Whether pgvector is there already, in whichever schema.
SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') AS known;
