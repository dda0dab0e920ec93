-- name: document_with_id
-- A document with its text.
SELECT * FROM documents WHERE bank = %(bank)s::uuid AND id = %(document)s::text;

-- name: chunks_of
-- The chunks of a document, in reading order.
SELECT index, starts, ends, text, digest FROM chunks
WHERE bank = %(bank)s::uuid AND document = %(document)s::text
ORDER BY index;

-- name: outdate
-- Let whoever works on the documents that a memory was read in start over.
UPDATE documents SET revision = revision + 1
WHERE bank = %(bank)s::uuid AND id IN (
    SELECT document FROM sources WHERE bank = %(bank)s::uuid AND memory = %(memory)s::uuid
);

-- name: held_in
-- What was read in a document and is edited or invalidated: what it says and said, where it was read,
-- and where others were read from the same words.
SELECT h.id, array_prepend(t.text, ARRAY (
    SELECT c.before ->> 'text' FROM memory_changes AS c
    WHERE c.bank = %(bank)s::uuid AND c.memory = h.id AND c.before ->> 'text' IS NOT NULL
    ORDER BY c.id
)) AS texts, (
    SELECT json_agg(
        json_build_array(s.document, s.chunk, s.starts, s.ends, s.speaker, s.mentioned_at)
        ORDER BY s.id
    )
    FROM sources AS s
    WHERE s.bank = %(bank)s::uuid AND s.memory = h.id AND s.document = %(document)s::text
) AS sources, (
    SELECT coalesce(json_agg(DISTINCT jsonb_build_array(o.starts, o.ends)), '[]')
    FROM sources AS s JOIN sources AS o ON o.bank = s.bank AND o.document = s.document
        AND o.memory <> s.memory AND o.starts < s.ends AND s.starts < o.ends
    WHERE s.bank = %(bank)s::uuid AND s.memory = h.id AND s.document = %(document)s::text
) AS shared
FROM (
    SELECT DISTINCT m.id FROM sources AS s JOIN memories AS m ON m.bank = s.bank AND m.id = s.memory
    WHERE s.bank = %(bank)s::uuid AND s.document = %(document)s::text
        AND (m.state = 'invalidated' OR EXISTS (
            SELECT FROM memory_changes AS c
            WHERE c.bank = m.bank AND c.memory = m.id AND c.act = 'edited'
        ))
) AS h JOIN memory_texts AS t ON t.bank = %(bank)s::uuid AND t.memory = h.id;

-- name: documents_by_time
-- A page of documents, latest received first, each row with the number of all documents and of the
-- memories that have a source in it; one row without a document past the end.
WITH page AS (
    SELECT id, digest, created_at, received_at, length, metadata, tags, context, written_at
    FROM documents WHERE bank = %(bank)s::uuid
    ORDER BY received_at DESC, id DESC LIMIT %(limit)s::bigint OFFSET %(offset)s::bigint
)
SELECT total.n AS total, page.*, (
    SELECT count(DISTINCT s.memory) FROM sources AS s
    WHERE s.bank = %(bank)s::uuid AND s.document = page.id
) AS memories
FROM (SELECT count(*) AS n FROM documents WHERE bank = %(bank)s::uuid) AS total
LEFT JOIN page ON true
ORDER BY page.received_at DESC, page.id DESC;

-- name: insert_document
-- Write a document that is not there; nothing comes back if it is, or if something was retracted.
INSERT INTO documents (
    bank, id, text, length, written_at, received_at, created_at, digest, context, metadata, tags,
    entities, turns, revision
)
SELECT
    %(bank)s::uuid, %(document)s::text, %(text)s::text, %(length)s::integer,
    %(written_at)s::timestamptz, %(received_at)s::timestamptz, %(received_at)s::timestamptz,
    %(digest)s::text, %(context)s::text, %(metadata)s::jsonb, %(tags)s::text[],
    %(entities)s::jsonb, %(turns)s::jsonb, %(expected)s::integer + 1
FROM banks WHERE id = %(bank)s::uuid
    AND retractions = coalesce(%(retractions)s::bigint, retractions)
ON CONFLICT DO NOTHING
RETURNING revision;

-- name: update_document
-- Write a document over the revision it was worked out from; nothing comes back if it moved on, or
-- if something was retracted.
UPDATE documents SET
    text = %(text)s::text, length = %(length)s::integer, written_at = %(written_at)s::timestamptz,
    received_at = %(received_at)s::timestamptz, digest = %(digest)s::text,
    context = %(context)s::text, metadata = %(metadata)s::jsonb, tags = %(tags)s::text[],
    entities = %(entities)s::jsonb, turns = %(turns)s::jsonb, revision = revision + 1
WHERE bank = %(bank)s::uuid AND id = %(document)s::text AND revision = %(expected)s::integer
    AND EXISTS (
        SELECT FROM banks AS b WHERE b.id = %(bank)s::uuid
            AND b.retractions = coalesce(%(retractions)s::bigint, b.retractions)
    )
RETURNING revision;

-- name: note_document_change
-- Remember a change of a document that is there, and forget all but the latest.
WITH noted AS (
    INSERT INTO document_changes (bank, document, at, act, memory, added, removed)
    SELECT bank, id, %(at)s::timestamptz, %(act)s::text, %(memory)s::uuid, %(added)s::integer,
        %(removed)s::integer
    FROM documents WHERE bank = %(bank)s::uuid AND id = %(document)s::text
    RETURNING bank, document
)
DELETE FROM document_changes AS c USING noted
WHERE c.bank = noted.bank AND c.document = noted.document AND c.id <= (
    SELECT o.id FROM document_changes AS o
    WHERE o.bank = %(bank)s::uuid AND o.document = %(document)s::text
    ORDER BY o.id DESC LIMIT 1 OFFSET %(kept)s::integer - 1
);

-- name: changes_of_document
-- What was done to a document, and by hand to what stands in it, latest first.
SELECT at, act, memory, added, removed FROM (
    SELECT at, act, memory, added, removed, id FROM document_changes
    WHERE bank = %(bank)s::uuid AND document = %(document)s::text
    UNION ALL
    SELECT c.at, 'fact_' || c.act, c.memory, 0, 0, c.id FROM memory_changes AS c
    WHERE c.bank = %(bank)s::uuid AND c.memory IN (
        SELECT memory FROM sources
        WHERE bank = %(bank)s::uuid AND document = %(document)s::text
    )
) AS done
ORDER BY at DESC, id DESC LIMIT 1000;

-- name: delete_document
-- Delete a document with its chunks.
DELETE FROM documents WHERE bank = %(bank)s::uuid AND id = %(document)s::text RETURNING id;

-- name: drop_sources
-- Take away the sources read from some chunks of a document (NULL: from any); give back whose.
DELETE FROM sources
WHERE bank = %(bank)s::uuid AND document = %(document)s::text
    AND (%(chunks)s::integer[] IS NULL OR chunk = ANY (%(chunks)s::integer[]))
RETURNING memory;

-- name: move_sources
-- Let the sources of some chunks follow them to another place in the text.
UPDATE sources AS s SET
    chunk = to_.index, starts = s.starts + to_.starts - from_.starts,
    ends = s.ends + to_.starts - from_.starts
FROM jsonb_to_recordset(%(moves)s::jsonb) AS to_ (old integer, index integer, starts integer)
JOIN chunks AS from_ ON from_.bank = %(bank)s::uuid
    AND from_.document = %(document)s::text AND from_.index = to_.old
WHERE s.bank = %(bank)s::uuid AND s.document = %(document)s::text AND s.chunk = to_.old;

-- name: drop_chunks
-- Delete some chunks of a document.
DELETE FROM chunks
WHERE bank = %(bank)s::uuid AND document = %(document)s::text
    AND index = ANY (%(chunks)s::integer[]);

-- name: write_chunks
-- Write chunks, over those with the same rank.
INSERT INTO chunks (bank, document, index, starts, ends, text, digest)
SELECT %(bank)s::uuid, %(document)s::text, c.*
FROM jsonb_to_recordset(%(chunks)s::jsonb)
    AS c (index integer, starts integer, ends integer, text text, digest text)
ON CONFLICT (bank, document, index) DO UPDATE SET
    starts = excluded.starts, ends = excluded.ends, text = excluded.text, digest = excluded.digest;
