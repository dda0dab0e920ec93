-- name: existing
-- Which of some memories are there.
SELECT id FROM memories WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::uuid[]);

-- name: without_source
-- Which of some memories have no source (left).
SELECT m.id FROM memories AS m
WHERE m.bank = %(bank)s::uuid AND m.id = ANY (%(ids)s::uuid[]) AND NOT EXISTS (
    SELECT FROM sources AS s WHERE s.bank = m.bank AND s.memory = m.id
);

-- name: resting_on
-- What goes with some memories: an observation with any that it is drawn from, an opinion with the
-- last of them. Those already on the list are left out.
SELECT DISTINCT made.id
FROM drawn_from AS d
JOIN memories AS made ON made.bank = d.bank AND made.id = d.memory
WHERE d.bank = %(bank)s::uuid AND d.basis = ANY (%(ids)s::uuid[])
    AND made.id <> ALL (%(ids)s::uuid[])
    AND (made.network = 'observation' OR NOT EXISTS (
        SELECT FROM drawn_from AS other WHERE other.bank = d.bank AND other.memory = d.memory
            AND other.basis <> ALL (%(ids)s::uuid[])
    ));

-- name: superseded_by_any
-- Which other memories had been replaced by some.
SELECT old FROM supersessions
WHERE bank = %(bank)s::uuid AND new = ANY (%(ids)s::uuid[]) AND old <> ALL (%(ids)s::uuid[]);

-- name: follow_successors
-- What was replaced by memories that go is replaced by what replaced those, if it stays.
WITH RECURSIVE chain AS (
    SELECT old, new, at FROM supersessions
    WHERE bank = %(bank)s::uuid AND new = ANY (%(ids)s::uuid[]) AND old <> ALL (%(ids)s::uuid[])
    UNION
    SELECT c.old, s.new, s.at
    FROM chain AS c JOIN supersessions AS s ON s.bank = %(bank)s::uuid AND s.old = c.new
    WHERE c.new = ANY (%(ids)s::uuid[])
)
UPDATE supersessions AS s SET new = c.new, at = c.at
FROM chain AS c
WHERE s.bank = %(bank)s::uuid AND s.old = c.old AND c.new <> ALL (%(ids)s::uuid[])
    AND c.new <> c.old;

-- name: opinions_seen_through
-- Which other opinions have evidence from some memories.
SELECT DISTINCT opinion AS id FROM evidence
WHERE bank = %(bank)s::uuid AND memory = ANY (%(ids)s::uuid[]) AND opinion <> ALL (%(ids)s::uuid[]);

-- name: discount_terms
-- Take the terms of memories that go out of the counts.
WITH gone AS (
    SELECT u.term, count(*) AS n
    FROM memory_terms AS t CROSS JOIN unnest(t.terms) AS u (term)
    WHERE t.bank = %(bank)s::uuid AND t.memory = ANY (%(ids)s::uuid[])
    GROUP BY u.term
), counted AS (
    UPDATE banks SET
        memory_count = memory_count - lost.n, term_count = term_count - lost.length
    FROM (
        SELECT count(*) AS n, coalesce(sum(length), 0) AS length FROM memory_terms
        WHERE bank = %(bank)s::uuid AND memory = ANY (%(ids)s::uuid[])
    ) AS lost
    WHERE id = %(bank)s::uuid
)
UPDATE term_stats AS s SET memories = s.memories - g.n
FROM gone AS g
WHERE s.bank = %(bank)s::uuid AND s.term = g.term;

-- name: drop_unused_terms
-- Forget terms that stand nowhere any more.
DELETE FROM term_stats AS s USING (
    SELECT DISTINCT u.term FROM memory_terms AS t CROSS JOIN unnest(t.terms) AS u (term)
    WHERE t.bank = %(bank)s::uuid AND t.memory = ANY (%(ids)s::uuid[])
) AS gone
WHERE s.bank = %(bank)s::uuid AND s.term = gone.term AND s.memories <= 0;

-- name: discount_mentions
-- Take the mentions in memories that go out of the counts; give back whose.
UPDATE entities AS e SET mention_count = e.mention_count - lost.n
FROM (
    SELECT entity, count(*) AS n FROM mentions
    WHERE bank = %(bank)s::uuid AND memory = ANY (%(ids)s::uuid[]) GROUP BY entity
) AS lost
WHERE e.bank = %(bank)s::uuid AND e.id = lost.entity
RETURNING e.id;

-- name: delete_memories
-- Delete memories, and by cascade all that hangs on them.
DELETE FROM memories WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::uuid[]);

-- name: drop_unmentioned
-- Delete those of some entities that nothing mentions any more.
DELETE FROM entities
WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::uuid[]) AND mention_count <= 0;
