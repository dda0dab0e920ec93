-- Reading order: what was read right before and after a memory.

CREATE INDEX sources_in_order ON sources (bank, document, starts, memory);

-- The document a memory was first read in, and its neighbours there; one row, or none for a memory
-- that was derived. Inlined by the planner.
CREATE FUNCTION beside(in_bank uuid, of_memory uuid)
RETURNS TABLE (document text, before uuid, after uuid) LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT s.document, (
        SELECT o.memory FROM sources AS o
        WHERE o.bank = in_bank AND o.document = s.document AND o.starts < s.starts
        ORDER BY o.starts DESC LIMIT 1
    ), (
        SELECT o.memory FROM sources AS o
        WHERE o.bank = in_bank AND o.document = s.document AND o.starts > s.starts
        ORDER BY o.starts LIMIT 1
    )
    FROM (
        SELECT f.document, f.starts FROM sources AS f
        WHERE f.bank = in_bank AND f.memory = of_memory ORDER BY f.id LIMIT 1
    ) AS s
$$;
