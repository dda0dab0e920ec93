-- Which memories of a bank changed lately, for those who keep a picture of it in memory.
-- See docs/decisions/0012-resident-view.md.

-- How often the bank's memories changed. Whoever changes one holds this row until the end of the
-- transaction: so a revision that can be seen has all those before it committed.
CREATE TABLE revisions (
    bank uuid PRIMARY KEY REFERENCES banks ON DELETE CASCADE,
    revision bigint NOT NULL
);

-- The latest 256 revisions and the memories that they changed, a row for each statement.
CREATE TABLE changes (
    bank uuid NOT NULL REFERENCES revisions ON DELETE CASCADE,
    revision bigint NOT NULL,
    memories uuid[] NOT NULL
);
CREATE INDEX changes_by_revision ON changes (bank, revision);

-- Note that memories of a bank changed: a revision for each transaction.
CREATE FUNCTION note_changes(in_bank uuid, changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE latest bigint;
BEGIN
    INSERT INTO revisions AS r (bank, revision) VALUES (in_bank, 1)
    ON CONFLICT (bank) DO UPDATE SET revision = r.revision + 1
        WHERE r.xmin <> pg_current_xact_id()::xid
    RETURNING revision INTO latest;
    IF latest IS NULL THEN
        SELECT revision INTO latest FROM revisions WHERE bank = in_bank;
    ELSIF latest % 32 = 0 THEN
        DELETE FROM changes WHERE bank = in_bank AND revision <= latest - 256;
    END IF;
    INSERT INTO changes (bank, revision, memories) VALUES (in_bank, latest, changed);
END $$;

-- One function for each name that a memory's key has in a table; `touched` are the rows.
CREATE FUNCTION note_memories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_changes(bank, array_agg(DISTINCT id)) FROM touched GROUP BY bank;
    RETURN NULL;
END $$;

CREATE FUNCTION note_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_changes(bank, array_agg(DISTINCT memory)) FROM touched GROUP BY bank;
    RETURN NULL;
END $$;

CREATE FUNCTION note_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_changes(bank, array_agg(DISTINCT source)) FROM touched GROUP BY bank;
    RETURN NULL;
END $$;

-- An entity that goes takes its mentions along.
CREATE FUNCTION note_mentions_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_changes(bank, array_agg(memory)) FROM mentions
    WHERE bank = OLD.bank AND entity = OLD.id GROUP BY bank;
    RETURN OLD;
END $$;

-- Not for what a deletion takes along (whose depth is above 0): the deletion itself is noted, and one of
-- a whole bank needs no note. What is written with a new memory goes with the note of that memory.
CREATE TRIGGER note_insert AFTER INSERT ON memories REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_memories();
CREATE TRIGGER note_update AFTER UPDATE ON memories REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_memories();
CREATE TRIGGER note_delete AFTER DELETE ON memories REFERENCING OLD TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_memories();

CREATE TRIGGER note_update AFTER UPDATE ON memory_texts REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_parts();
CREATE TRIGGER note_insert AFTER INSERT ON memory_terms REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_parts();

CREATE TRIGGER note_insert AFTER INSERT ON sources REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_parts();
CREATE TRIGGER note_update AFTER UPDATE ON sources REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_parts();
CREATE TRIGGER note_delete AFTER DELETE ON sources REFERENCING OLD TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_parts();

CREATE TRIGGER note_insert AFTER INSERT ON mentions REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_parts();
CREATE TRIGGER note_delete AFTER DELETE ON mentions REFERENCING OLD TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_parts();
CREATE TRIGGER note_mentions BEFORE DELETE ON entities
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_mentions_of();

CREATE TRIGGER note_insert AFTER INSERT ON links REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_links();
CREATE TRIGGER note_update AFTER UPDATE ON links REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_links();
CREATE TRIGGER note_delete AFTER DELETE ON links REFERENCING OLD TABLE AS touched
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_links();
