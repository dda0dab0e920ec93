-- name: unembedded
-- Texts of a bank that have no vector of an embedder yet, each once for a memory.
SELECT t.memory, t.text, t.speaker FROM (
    SELECT memory, text, speaker FROM memory_texts WHERE bank = %(bank)s::uuid
    UNION SELECT opinion, text, NULL FROM wordings WHERE bank = %(bank)s::uuid
) AS t
WHERE NOT EXISTS (
    SELECT FROM new_vectors AS n
    WHERE n.bank = %(bank)s::uuid AND n.memory = t.memory AND n.digest = md5(t.text)
        AND n.embedder = %(embedder)s::text
    OFFSET 0 -- looked up for each: the planner knows nothing of vectors that have just come
)
ORDER BY t.memory, t.text LIMIT %(limit)s::bigint;

-- name: keep_vectors
-- Keep new vectors of memories that are still there.
INSERT INTO new_vectors (bank, memory, digest, embedder, embedding)
SELECT %(bank)s::uuid, r.memory, md5(r.text), %(embedder)s::text, r.embedding
FROM ROWS FROM (
    jsonb_to_recordset(%(rows)s::jsonb) AS (memory uuid, text text),
    unnest(%(vectors)b::halfvec[])
) AS r (memory, text, embedding)
JOIN memories AS m ON m.bank = %(bank)s::uuid AND m.id = r.memory
ON CONFLICT (bank, memory, digest) DO UPDATE
    SET embedder = excluded.embedder, embedding = excluded.embedding;

-- name: progress
-- How many texts there are, and how many of them have a vector of an embedder.
SELECT count(*) AS total, count(*) FILTER (WHERE EXISTS (
    SELECT FROM new_vectors AS n
    WHERE n.bank = %(bank)s::uuid AND n.memory = t.memory AND n.digest = md5(t.text)
        AND n.embedder = %(embedder)s::text
    OFFSET 0
)) AS done
FROM (
    SELECT memory, text FROM memory_texts WHERE bank = %(bank)s::uuid
    UNION SELECT opinion, text FROM wordings WHERE bank = %(bank)s::uuid
) AS t;

-- name: only_builder
-- Wait until nobody builds vector indexes, and keep others from it until the connection ends.
SELECT pg_advisory_lock(7283945120357);

-- name: switch_memories
-- Give memories their new vectors.
UPDATE memories AS m SET embedding = n.embedding
FROM memory_texts AS t JOIN new_vectors AS n
    ON n.bank = t.bank AND n.memory = t.memory AND n.digest = md5(t.text)
WHERE m.bank = %(bank)s::uuid AND t.bank = m.bank AND t.memory = m.id
    AND n.embedder = %(embedder)s::text;

-- name: switch_wordings
-- Give wordings of opinions their new vectors.
UPDATE wordings AS w SET embedding = n.embedding
FROM new_vectors AS n
WHERE w.bank = %(bank)s::uuid AND n.bank = w.bank AND n.memory = w.opinion
    AND n.digest = md5(w.text) AND n.embedder = %(embedder)s::text;

-- name: switch_bank
-- Let the bank be of another embedder.
UPDATE banks SET embedder = %(embedder)s::text WHERE id = %(bank)s::uuid;

-- name: clear_vectors
-- Nothing waits any more.
DELETE FROM new_vectors WHERE bank = %(bank)s::uuid;
