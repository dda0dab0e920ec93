-- name: lock_memory
-- Let nobody else change a memory until this is over.
SELECT id FROM memories WHERE bank = %(bank)s::uuid AND id = %(memory)s::uuid FOR UPDATE;

-- name: replaced_by
-- What a memory took the place of.
SELECT old FROM supersessions WHERE bank = %(bank)s::uuid AND new = %(memory)s::uuid ORDER BY old;

-- name: free
-- Let memories forget what took their place; `settle` works out the rest.
DELETE FROM supersessions WHERE bank = %(bank)s::uuid AND old = ANY (%(ids)s::uuid[]);

-- name: rewrite_memory
-- What the searches look at of a memory.
UPDATE memories SET
    embedding = (%(vectors)b::halfvec[])[1], network = %(network)s::text::network,
    mentioned_at = %(mentioned_at)s::timestamptz, occurred_start = %(occurred_start)s::timestamptz,
    occurred_end = %(occurred_end)s::timestamptz, state_key = %(state_key)s::text
WHERE bank = %(bank)s::uuid AND id = %(memory)s::uuid;

-- name: rewrite_text
-- What is only read of a memory.
UPDATE memory_texts SET
    text = %(text)s::text, context = %(context)s::text, tokens = %(tokens)s::integer,
    dating = %(dating)s::text
WHERE bank = %(bank)s::uuid AND memory = %(memory)s::uuid;

-- name: redate_sources
-- Let the sources of a memory say when it was said.
UPDATE sources SET mentioned_at = %(mentioned_at)s::timestamptz
WHERE bank = %(bank)s::uuid AND memory = %(memory)s::uuid
    AND mentioned_at <> %(mentioned_at)s::timestamptz AND %(redated)s::boolean;

-- name: drop_likeness
-- Links of a memory that follow from what it says and when.
DELETE FROM links
WHERE bank = %(bank)s::uuid AND type IN ('semantic', 'temporal')
    AND (source = %(memory)s::uuid OR target = %(memory)s::uuid);

-- name: drop_mentions
-- Let a memory mention nobody; the counts were taken back before.
DELETE FROM mentions WHERE bank = %(bank)s::uuid AND memory = %(memory)s::uuid;

-- name: drop_absorbed_mentions
-- Let nobody who was merged be who a memory names.
DELETE FROM absorbed_mentions WHERE bank = %(bank)s::uuid AND memory = %(memory)s::uuid;

-- name: lend
-- Let who was merged since a memory came be who it names, under a form of theirs: by the name if
-- possible, the latest.
WITH back AS (
    SELECT DISTINCT ON (m.entity) m.bank, m.memory, m.entity, m.surface, a.id
    FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (surface text, form text)
    JOIN mentions AS m ON m.bank = %(bank)s::uuid AND m.memory = %(memory)s::uuid
        AND m.surface = r.surface
    JOIN absorbed AS a ON a.bank = m.bank AND a.holder = m.entity
        AND (a.key = r.form OR r.form = ANY (a.aliases))
    ORDER BY m.entity, (a.key = r.form) DESC, a.merged_at DESC
), lent AS (
    SELECT b.* FROM back AS b
    JOIN absorbed AS a ON a.bank = b.bank AND a.id = b.id
    JOIN memories AS m ON m.bank = b.bank AND m.id = b.memory AND m.known_at < a.merged_at
), named AS (
    INSERT INTO absorbed_mentions (bank, entity, memory, surface)
    SELECT bank, id, memory, surface FROM lent
)
UPDATE mentions AS m SET lent = true FROM lent AS l
WHERE m.bank = l.bank AND m.memory = l.memory AND m.entity = l.entity;

-- name: drop_evidence
-- Take the evidence of a memory away.
DELETE FROM evidence WHERE bank = %(bank)s::uuid AND memory = %(memory)s::uuid;

-- name: note_change
-- Remember what was changed of a memory that is there.
INSERT INTO memory_changes (bank, memory, at, act, reason, before)
SELECT bank, id, %(at)s::timestamptz, %(act)s::text, %(reason)s::text, %(before)s::jsonb
FROM memories WHERE bank = %(bank)s::uuid AND id = %(memory)s::uuid;

-- name: changes_of
-- The changes of a memory, latest first.
SELECT at, act, reason, before FROM memory_changes
WHERE bank = %(bank)s::uuid AND memory = %(memory)s::uuid ORDER BY id DESC;

-- name: retag_document
-- Give a document other tags; gives back those it had.
UPDATE documents AS d SET tags = %(tags)s::text[], revision = d.revision + 1
FROM (
    SELECT tags FROM documents WHERE bank = %(bank)s::uuid AND id = %(document)s::text FOR UPDATE
) AS was
WHERE d.bank = %(bank)s::uuid AND d.id = %(document)s::text
RETURNING was.tags AS tags;

-- name: retag_memories
-- Give the memories read in a document its new tags instead of its old ones; others stay.
UPDATE memories AS m SET tags = k.tags || ARRAY (
    SELECT n.tag FROM unnest(%(tags)s::text[]) WITH ORDINALITY AS n (tag, place)
    WHERE n.tag <> ALL (k.tags) ORDER BY n.place
)
FROM (
    SELECT r.id, ARRAY (
        SELECT t.tag FROM unnest(r.tags) WITH ORDINALITY AS t (tag, place)
        WHERE t.tag <> ALL (%(old)s::text[]) ORDER BY t.place
    ) AS tags
    FROM memories AS r WHERE r.bank = %(bank)s::uuid AND EXISTS (
        SELECT FROM sources AS s WHERE s.bank = r.bank AND s.memory = r.id
            AND s.document = %(document)s::text
    )
) AS k
WHERE m.bank = %(bank)s::uuid AND m.id = k.id;
