-- Pictures hold what there is to read of memories, the names of their entities included: an entity that is
-- called otherwise changes the memories that mention it.

CREATE FUNCTION note_called_otherwise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_changes(bank, array_agg(memory)) FROM mentions
    WHERE bank = NEW.bank AND entity = NEW.id GROUP BY bank;
    RETURN NULL;
END $$;

CREATE TRIGGER note_name AFTER UPDATE OF name ON entities
    FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note_called_otherwise();
