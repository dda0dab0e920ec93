-- name: any_opinion
-- Whether the bank holds a valid opinion.
SELECT EXISTS (
    SELECT FROM memories
    WHERE bank = %(bank)s::uuid AND network = 'opinion' AND state = 'valid'
) AS held;

-- name: opinions_touching
-- Valid opinions that share an entity with a memory, or whose cosine with it reaches the theme's.
SELECT m.id FROM memories AS m
WHERE m.bank = %(bank)s::uuid AND m.network = 'opinion' AND m.state = 'valid'
    AND m.id <> %(memory)s::uuid
    AND (
        (m.embedding <#> %(vector)b::halfvec) <= -%(theme)s::float8
        OR EXISTS (
            SELECT FROM mentions AS theirs
            JOIN mentions AS ours ON ours.bank = theirs.bank AND ours.entity = theirs.entity
            WHERE theirs.bank = m.bank AND theirs.memory = m.id
                AND ours.memory = %(memory)s::uuid
        )
    )
ORDER BY m.embedding <#> %(vector)b::halfvec, m.id LIMIT %(limit)s::bigint;

-- name: evidence_of
-- The evidence of some opinions that counts, oldest first.
SELECT e.* FROM evidence AS e
LEFT JOIN memories AS m ON m.bank = e.bank AND m.id = e.memory
WHERE e.bank = %(bank)s::uuid AND e.opinion = ANY (%(opinions)s::uuid[])
    AND (e.memory IS NULL OR m.state <> 'invalidated')
ORDER BY e.at, e.id;

-- name: initial_confidences
-- What some opinions were held with before any evidence.
SELECT memory AS id, initial_confidence AS confidence FROM memory_texts
WHERE bank = %(bank)s::uuid AND memory = ANY (%(opinions)s::uuid[])
    AND initial_confidence IS NOT NULL;

-- name: set_confidences
-- Write folded confidences.
UPDATE memory_texts AS t SET confidence = c.confidence
FROM unnest(%(ids)s::uuid[], %(confidences)s::float8[]) AS c (id, confidence)
WHERE t.bank = %(bank)s::uuid AND t.memory = c.id;
