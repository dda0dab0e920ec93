-- name: names_in
-- The names of all entities of a bank, and how memories name them; `own` are those of one.
SELECT e.id = %(entity)s::uuid AS own, n.name
FROM entities AS e CROSS JOIN LATERAL unnest(e.aliases || e.key || e.name) AS n (name)
WHERE e.bank = %(bank)s::uuid
UNION
SELECT entity = %(entity)s::uuid, surface FROM mentions WHERE bank = %(bank)s::uuid
UNION
SELECT true, n.name
FROM absorbed AS a CROSS JOIN LATERAL unnest(a.aliases || a.key || a.name) AS n (name)
WHERE a.bank = %(bank)s::uuid AND a.holder = %(entity)s::uuid
UNION
SELECT true, m.surface
FROM absorbed_mentions AS m JOIN absorbed AS a ON a.bank = m.bank AND a.id = m.entity
WHERE m.bank = %(bank)s::uuid AND a.holder = %(entity)s::uuid;

-- name: entity_known
-- The key of an entity; nothing where there is none.
SELECT key, aliases FROM entities WHERE bank = %(bank)s::uuid AND id = %(entity)s::uuid;

-- name: mentioning
-- The memories that mention an entity, or somebody who was merged into it.
SELECT memory AS id FROM mentions WHERE bank = %(bank)s::uuid AND entity = %(entity)s::uuid
UNION
SELECT m.memory
FROM absorbed_mentions AS m JOIN absorbed AS a ON a.bank = m.bank AND a.id = m.entity
WHERE m.bank = %(bank)s::uuid AND a.holder = %(entity)s::uuid;

-- name: sayings
-- Everything in a bank that has words: of what, which part of it, the words, and what it is called.
SELECT m.network::text AS kind, m.id::text AS id, p.part, p.text,
    CASE p.part WHEN 'whole' THEN t.text ELSE '' END AS name
FROM memories AS m JOIN memory_texts AS t ON t.bank = m.bank AND t.memory = m.id
CROSS JOIN LATERAL (VALUES
    ('whole', t.text), ('whole', coalesce(t.speaker, '')),
    ('whole', array_to_string(m.tags, E'\n')), ('context', t.context),
    ('metadata', t.metadata::text), ('reason', t.state_reason)
) AS p (part, text)
WHERE m.bank = %(bank)s::uuid AND p.text NOT IN ('', '{}')
UNION ALL
SELECT 'opinion', opinion::text, 'whole', text, text FROM wordings WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'evidence', id::text, 'whole', concat_ws(E'\n', assessor, reason, rewording), ''
FROM evidence WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'memory_change', memory::text, 'whole', reason || E'\n' || before::text, ''
FROM memory_changes WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'document', d.id, p.part, p.text, d.id
FROM documents AS d CROSS JOIN LATERAL (VALUES
    ('whole', d.id), ('whole', array_to_string(d.tags, E'\n')), ('text', d.text),
    ('context', d.context), ('metadata', d.metadata::text), ('entities', d.entities::text),
    ('turns', coalesce(d.turns -> 'turns', '[]')::text)
) AS p (part, text)
WHERE d.bank = %(bank)s::uuid AND p.text NOT IN ('', '{}', '[]')
UNION ALL
SELECT 'mental_model', id, 'whole',
    concat_ws(E'\n', id, name, question, array_to_string(tags, E'\n')), name
FROM standing_answers WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'cleared_mental_model', id, 'whole', content || E'\n' || based_on::text, name
FROM standing_answers WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'cleared_mental_model', answer, 'whole', content, ''
FROM answer_versions WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'feedback', id::text, 'whole', question, question FROM feedback WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'operation', o.id::text, CASE j.status WHEN 'doing' THEN 'running' ELSE 'whole' END,
    concat_ws(E'\n', o.payload::text, o.result::text, o.error), o.kind
FROM operations AS o JOIN procrastinate_jobs AS j ON j.id = o.job WHERE o.bank = %(bank)s::uuid
UNION ALL
SELECT 'directive', id::text, 'whole',
    concat_ws(E'\n', name, content, array_to_string(tags, E'\n')), name
FROM directives WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'background', w.what, 'whole', w.text, w.what
FROM banks AS b CROSS JOIN LATERAL (VALUES
    ('title', b.title), ('mission', b.mission), ('background', b.background)
) AS w (what, text)
WHERE b.id = %(bank)s::uuid;

-- name: places_in
-- Where memories were read in some documents, or in those where some memories were; `own` are those.
SELECT s.document, s.starts, s.ends, s.speaker, s.memory = ANY (%(ids)s::uuid[]) AS own
FROM sources AS s
WHERE s.bank = %(bank)s::uuid AND (s.document = ANY (%(documents)s::text[]) OR s.document IN (
    SELECT document FROM sources WHERE bank = %(bank)s::uuid AND memory = ANY (%(ids)s::uuid[])
))
ORDER BY s.document, s.starts;

-- name: texts_of
-- The texts of some documents.
SELECT id, text FROM documents WHERE bank = %(bank)s::uuid AND id = ANY (%(documents)s::text[]);

-- name: words_said
-- What some memories say.
SELECT text FROM memory_texts WHERE bank = %(bank)s::uuid AND memory = ANY (%(ids)s::uuid[]);

-- name: drop_evidence
-- Delete judgements; gives back of which opinions.
DELETE FROM evidence WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::uuid[]) RETURNING opinion AS id;

-- name: drop_changes
-- Delete what people changed of some memories.
DELETE FROM memory_changes WHERE bank = %(bank)s::uuid AND memory = ANY (%(ids)s::uuid[]);

-- name: drop_answers
-- Delete standing answers with what they said before.
DELETE FROM standing_answers WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::text[]);

-- name: clear_answers
-- Take away what some standing answers say and said.
WITH before AS (
    DELETE FROM answer_versions WHERE bank = %(bank)s::uuid AND answer = ANY (%(ids)s::text[])
)
UPDATE standing_answers SET content = '', based_on = '[]', seen_at = NULL
WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::text[]);

-- name: drop_feedback
-- Delete what was said of recalls.
DELETE FROM feedback WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::uuid[]);

-- name: drop_work
-- Delete operations with their jobs.
WITH gone AS (
    DELETE FROM operations WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::uuid[]) RETURNING job
)
DELETE FROM procrastinate_jobs AS j USING gone WHERE j.id = gone.job AND j.status <> 'doing';

-- name: drop_entity
-- Delete an entity; who denied its names is not told of them any more.
WITH denying AS (
    UPDATE entities SET denied = ARRAY (
        SELECT one FROM unnest(denied) AS one WHERE one <> ALL (%(forms)s::text[])
    )
    WHERE bank = %(bank)s::uuid AND denied && %(forms)s::text[] AND id <> %(entity)s::uuid
)
DELETE FROM entities WHERE bank = %(bank)s::uuid AND id = %(entity)s::uuid;

-- name: write_memory_details
-- Write what is left of contexts, metadata and reasons of memories.
UPDATE memory_texts AS t SET
    context = coalesce(r.context, t.context), metadata = coalesce(r.metadata, t.metadata),
    state_reason = coalesce(r.reason, t.state_reason)
FROM jsonb_to_recordset(%(rows)s::jsonb)
    AS r (id uuid, context text, metadata jsonb, reason text)
WHERE t.bank = %(bank)s::uuid AND t.memory = r.id;

-- name: write_document_details
-- Write what is left of contexts, metadata, given names and turns of documents.
UPDATE documents AS d SET
    context = coalesce(r.context, d.context), metadata = coalesce(r.metadata, d.metadata),
    entities = coalesce(r.entities, d.entities),
    turns = coalesce(jsonb_set(d.turns, '{turns}', r.turns), d.turns)
FROM jsonb_to_recordset(%(rows)s::jsonb)
    AS r (id text, context text, metadata jsonb, entities jsonb, turns jsonb)
WHERE d.bank = %(bank)s::uuid AND d.id = r.id;

-- name: keep_away
-- Keep words away from the bank; the oldest make room for more than `most`.
WITH added AS (
    INSERT INTO kept_away (bank, key, at)
    SELECT %(bank)s::uuid, key, %(at)s::timestamptz FROM unnest(%(keys)s::text[]) AS k (key)
    ON CONFLICT (bank, key) DO UPDATE SET at = excluded.at
)
DELETE FROM kept_away WHERE bank = %(bank)s::uuid AND key <> ALL (%(keys)s::text[]) AND key IN (
    SELECT key FROM kept_away WHERE bank = %(bank)s::uuid
    ORDER BY at DESC, key OFFSET greatest(0, %(most)s::bigint - cardinality(%(keys)s::text[]))
);

-- name: kept_away
-- What is kept away from a bank (a row without a key, where nothing is), and how often something was
-- retracted from it.
SELECT b.retractions, k.key
FROM banks AS b LEFT JOIN kept_away AS k ON k.bank = b.id
WHERE b.id = %(bank)s::uuid;

-- name: count_retraction
-- Let who reads for the bank meanwhile start over.
UPDATE banks SET retractions = retractions + 1 WHERE id = %(bank)s::uuid;
