-- name: any_opinion
-- Whether the bank holds a valid opinion.
SELECT EXISTS (
    SELECT FROM memories
    WHERE bank = %(bank)s::uuid AND network = 'opinion' AND state = 'valid'
) AS held;

-- name: opinions_touching
-- Valid opinions that share an entity with a memory, or whose cosine with it reaches the theme's.
SELECT m.id FROM memories_held AS m
WHERE m.bank = %(bank)s::uuid AND m.network = 'opinion' AND m.state = 'valid'
    AND m.id <> %(memory)s::uuid
    AND NOT EXISTS (
        SELECT FROM drawn_from AS d
        WHERE d.bank = m.bank AND d.memory = m.id AND d.basis = %(memory)s::uuid
    )
    AND NOT EXISTS (
        SELECT FROM evidence AS e
        WHERE e.bank = m.bank AND e.opinion = m.id AND e.memory = %(memory)s::uuid
    )
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

-- name: opinions_before_evidence
-- What some opinions, or (NULL) all, were before any evidence, how they are put now, and how they are
-- folded.
SELECT t.memory AS id, t.initial_confidence AS confidence, t.text,
    coalesce(w.text, t.text) AS first_text, b.config ->> 'belief_fold' AS folding,
    o.disposition,
    ARRAY (
        SELECT d.basis FROM drawn_from AS d
        WHERE d.bank = t.bank AND d.memory = t.memory ORDER BY d.basis
    ) AS drawn_from
FROM memory_texts AS t
JOIN banks AS b ON b.id = t.bank
LEFT JOIN wordings AS w ON w.bank = t.bank AND w.opinion = t.memory AND w.event = t.memory
LEFT JOIN opinions AS o ON o.bank = t.bank AND o.memory = t.memory
WHERE t.bank = %(bank)s::uuid AND t.initial_confidence IS NOT NULL
    AND (%(opinions)s::uuid[] IS NULL OR t.memory = ANY (%(opinions)s::uuid[]));

-- name: keep_first_words
-- Keep how opinions are put before they are reworded for the first time.
INSERT INTO wordings (bank, opinion, event, embedding, tokens, text)
SELECT m.bank, m.id, m.id, m.embedding, t.tokens, t.text
FROM memories AS m JOIN memory_texts AS t ON t.bank = m.bank AND t.memory = m.id
WHERE m.bank = %(bank)s::uuid AND m.id = ANY (%(opinions)s::uuid[])
ON CONFLICT DO NOTHING;

-- name: insert_wordings
-- How events put opinions that are there; vectors come apart from the rest, in the same order.
INSERT INTO wordings (bank, opinion, event, embedding, tokens, text)
SELECT %(bank)s::uuid, r.opinion, r.event, r.embedding, r.tokens, r.text
FROM ROWS FROM (
    jsonb_to_recordset(%(rows)s::jsonb) AS (opinion uuid, event uuid, tokens integer, text text),
    unnest(%(vectors)b::halfvec[])
) AS r (opinion, event, tokens, text, embedding)
JOIN memories AS m ON m.bank = %(bank)s::uuid AND m.id = r.opinion
ON CONFLICT DO NOTHING;

-- name: put_in_words
-- Put an opinion in the words that an event gave it.
WITH chosen AS (
    SELECT * FROM wordings
    WHERE bank = %(bank)s::uuid AND opinion = %(opinion)s::uuid AND event = %(event)s::uuid
), searched AS (
    UPDATE memories AS m SET embedding = c.embedding
    FROM chosen AS c WHERE m.bank = c.bank AND m.id = c.opinion
)
UPDATE memory_texts AS t SET text = c.text, tokens = c.tokens
FROM chosen AS c WHERE t.bank = c.bank AND t.memory = c.opinion;

-- name: drop_terms
-- Take the terms of some memories out, to be written anew.
DELETE FROM memory_terms WHERE bank = %(bank)s::uuid AND memory = ANY (%(ids)s::uuid[]);

-- name: set_confidences
-- Write folded confidences.
UPDATE memory_texts AS t SET confidence = c.confidence
FROM unnest(%(ids)s::uuid[], %(confidences)s::float8[]) AS c (id, confidence)
WHERE t.bank = %(bank)s::uuid AND t.memory = c.id;
