-- name: documents_with_ids
-- Documents with their texts.
SELECT * FROM documents WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::text[]);

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

-- name: insert_documents
-- Write documents that are not there; one that is, or was read before something was retracted, does not
-- come back.
INSERT INTO documents (
    bank, id, text, length, written_at, received_at, created_at, digest, context, metadata, tags,
    entities, turns, revision
)
SELECT b.id, r.document, r.text, r.length, r.written_at, r.received_at, r.received_at, r.digest,
    r.context, r.metadata, r.tags, r.entities, r.turns, 1
FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
    document text, text text, length integer, written_at timestamptz, received_at timestamptz,
    digest text, context text, metadata jsonb, tags text[], entities jsonb, turns jsonb,
    retractions bigint
)
JOIN banks AS b ON b.id = %(bank)s::uuid AND b.retractions = coalesce(r.retractions, b.retractions)
ON CONFLICT DO NOTHING
RETURNING id;

-- name: update_documents
-- Write documents over the revisions they were worked out from; one that moved on, or was read before
-- something was retracted, does not come back.
UPDATE documents AS d SET
    text = r.text, length = r.length, written_at = r.written_at, received_at = r.received_at,
    digest = r.digest, context = r.context, metadata = r.metadata, tags = r.tags,
    entities = r.entities, turns = r.turns, revision = d.revision + 1
FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
    document text, text text, length integer, written_at timestamptz, received_at timestamptz,
    digest text, context text, metadata jsonb, tags text[], entities jsonb, turns jsonb,
    expected integer, retractions bigint
)
JOIN banks AS b ON b.id = %(bank)s::uuid AND b.retractions = coalesce(r.retractions, b.retractions)
WHERE d.bank = b.id AND d.id = r.document AND d.revision = r.expected
RETURNING d.id;

-- name: note_document_changes
-- Remember a change of each document that is there, and forget all but the latest.
WITH noted AS (
    INSERT INTO document_changes (bank, document, at, act, memory, added, removed)
    SELECT d.bank, d.id, r.at, r.act, r.memory, r.added, r.removed
    FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
        document text, at timestamptz, act text, memory uuid, added integer, removed integer
    )
    JOIN documents AS d ON d.bank = %(bank)s::uuid AND d.id = r.document
    RETURNING bank, document
)
DELETE FROM document_changes AS c USING noted AS n
WHERE c.bank = n.bank AND c.document = n.document AND c.id <= (
    SELECT o.id FROM document_changes AS o WHERE o.bank = n.bank AND o.document = n.document
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
SELECT %(bank)s::uuid, c.*
FROM jsonb_to_recordset(%(rows)s::jsonb) AS c (
    document text, index integer, starts integer, ends integer, text text, digest text
)
ON CONFLICT (bank, document, index) DO UPDATE SET
    starts = excluded.starts, ends = excluded.ends, text = excluded.text, digest = excluded.digest;
