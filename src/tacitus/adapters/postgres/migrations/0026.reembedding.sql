-- Moving banks to another embedder: the new vectors wait here until all are made.

CREATE TABLE new_vectors (
    bank uuid NOT NULL,
    memory uuid NOT NULL,
    digest text COLLATE "C" NOT NULL, -- of the text: a memory that says something else needs another
    embedder text NOT NULL,
    embedding halfvec NOT NULL,
    PRIMARY KEY (bank, memory, digest),
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE
);

DO $$ BEGIN PERFORM guard('new_vectors'); END $$; -- yoyo prints what a SELECT gives

-- Whoever worked out vectors while the bank was moved comes too late with them. A connection says by
-- which embedder its vectors are; one that says nothing is not asked.
CREATE FUNCTION refuse_other_embedders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ours text := current_setting('tacitus.embedder', true);
BEGIN
    IF ours <> '' AND EXISTS (
        SELECT FROM banks AS b WHERE b.embedder <> ours AND b.id IN (SELECT bank FROM touched)
    ) THEN
        RAISE EXCEPTION 'the bank was moved to another embedder meanwhile';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER refuse_other_embedders AFTER INSERT ON memories REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_embedders();
CREATE TRIGGER refuse_other_embedders AFTER INSERT ON wordings REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_embedders();

CREATE FUNCTION refuse_another_embedder() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ours text := current_setting('tacitus.embedder', true);
BEGIN
    IF ours <> '' AND EXISTS (SELECT FROM banks WHERE id = NEW.bank AND embedder <> ours) THEN
        RAISE EXCEPTION 'the bank was moved to another embedder meanwhile';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER refuse_another_embedder BEFORE UPDATE OF embedding ON memories
    FOR EACH ROW EXECUTE FUNCTION refuse_another_embedder();
