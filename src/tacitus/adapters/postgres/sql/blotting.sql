-- name: spans_of
-- Where a memory was read, and where others were in the same documents.
SELECT s.document, s.starts, s.ends, s.speaker, s.memory = %(memory)s::uuid AS own
FROM sources AS s
WHERE s.bank = %(bank)s::uuid AND s.document IN (
    SELECT document FROM sources WHERE bank = %(bank)s::uuid AND memory = %(memory)s::uuid
)
ORDER BY s.document, s.starts;

-- name: words_of
-- The words of a memory and of a document.
SELECT t.text AS memory, d.text AS document
FROM memory_texts AS t JOIN documents AS d ON d.bank = t.bank AND d.id = %(document)s::text
WHERE t.bank = %(bank)s::uuid AND t.memory = %(memory)s::uuid;

-- name: blot_document
-- Write a document's text anew, and what is forgotten of it; who worked on the old one starts over.
UPDATE documents SET
    text = %(text)s::text, revision = revision + 1,
    forgotten = ARRAY(SELECT DISTINCT unnest(forgotten || %(keys)s::text[]))
WHERE bank = %(bank)s::uuid AND id = %(document)s::text;

-- name: blot_chunks
-- Let the chunks of a document read as the document does.
UPDATE chunks AS c SET text = substr(d.text, c.starts + 1, c.ends - c.starts)
FROM documents AS d
WHERE d.bank = %(bank)s::uuid AND d.id = %(document)s::text
    AND c.bank = d.bank AND c.document = d.id
    AND c.text <> substr(d.text, c.starts + 1, c.ends - c.starts);

-- name: drop_bare
-- Delete those of some documents that nothing is read from any more, with their chunks.
DELETE FROM documents AS d
WHERE d.bank = %(bank)s::uuid AND d.id = ANY (%(documents)s::text[]) AND NOT EXISTS (
    SELECT FROM sources AS s WHERE s.bank = d.bank AND s.document = d.id
);
