-- name: touched
-- The entities that some memories mention, and the documents that they were read in.
SELECT
    ARRAY (
        SELECT DISTINCT entity FROM mentions
        WHERE bank = %(bank)s::uuid AND memory = ANY (%(ids)s::uuid[])
    ) AS entities,
    ARRAY (
        SELECT DISTINCT document FROM sources
        WHERE bank = %(bank)s::uuid AND memory = ANY (%(ids)s::uuid[])
    ) AS documents;

-- name: inventory
-- What is there of some things, and of all standing answers: called what, and a mark of its words.
SELECT m.network::text AS kind, m.id::text AS id, t.text AS name, '' AS mark
FROM memories AS m JOIN memory_texts AS t ON t.bank = m.bank AND t.memory = m.id
WHERE m.bank = %(bank)s::uuid AND m.id = ANY (%(memories)s::uuid[])
UNION ALL
SELECT 'entity', id::text, name, '' FROM entities
WHERE bank = %(bank)s::uuid AND id = ANY (%(entities)s::uuid[])
UNION ALL
SELECT 'document', id, id, md5(text) FROM documents
WHERE bank = %(bank)s::uuid AND id = ANY (%(documents)s::text[])
UNION ALL
SELECT 'mental_model', a.id, a.name, md5(a.content) || (
    SELECT count(*) FROM answer_versions AS v WHERE v.bank = a.bank AND v.answer = a.id
)
FROM standing_answers AS a WHERE a.bank = %(bank)s::uuid;

-- name: whole_inventory
-- Everything in a bank.
SELECT m.network::text AS kind, m.id::text AS id, t.text AS name
FROM memories AS m JOIN memory_texts AS t ON t.bank = m.bank AND t.memory = m.id
WHERE m.bank = %(bank)s::uuid
UNION ALL
SELECT 'entity', id::text, name FROM entities WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'document', id, id FROM documents WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'mental_model', id, name FROM standing_answers WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'operation', id::text, kind FROM operations WHERE bank = %(bank)s::uuid
UNION ALL
SELECT 'feedback', id::text, question FROM feedback WHERE bank = %(bank)s::uuid;

-- name: read_only_in
-- The memories that were read in a document and nowhere else.
SELECT DISTINCT s.memory AS id FROM sources AS s
WHERE s.bank = %(bank)s::uuid AND s.document = %(document)s::text AND NOT EXISTS (
    SELECT FROM sources AS o WHERE o.bank = s.bank AND o.memory = s.memory
        AND o.document <> s.document
);

-- name: expired
-- The memories whose time is over, those first whose time was over first.
SELECT id FROM memories
WHERE bank = %(bank)s::uuid AND expires_at <= %(at)s::timestamptz
ORDER BY expires_at, id LIMIT %(limit)s::bigint;

-- name: add_receipt
-- Keep what went.
INSERT INTO receipts (tenant, id, bank, subject, at, counts, ids) VALUES (
    %(tenant)s::text, %(id)s::uuid, %(bank)s::uuid, %(subject)s::text, %(at)s::timestamptz,
    %(counts)s::jsonb, %(ids)s::jsonb
);

-- name: receipts_by_time
-- A page of receipts of a tenant, or of one bank of it, latest first, each row with their number; one
-- row without a receipt past the end.
WITH found AS (
    SELECT * FROM receipts
    WHERE tenant = %(tenant)s::text AND (%(of_bank)s::uuid IS NULL OR bank = %(of_bank)s::uuid)
), page AS (
    SELECT * FROM found ORDER BY at DESC, id DESC LIMIT %(limit)s::bigint OFFSET %(offset)s::bigint
)
SELECT total.n AS total, page.*
FROM (SELECT count(*) AS n FROM found) AS total LEFT JOIN page ON true
ORDER BY page.at DESC, page.id DESC;

-- name: work_done_on
-- The work that is over on some documents or memories: what it was asked and what came of it has
-- their words. With `waiting` also what waits to read one of the documents.
SELECT 'operation' AS kind, o.id::text AS id, o.kind AS name
FROM operations AS o JOIN procrastinate_jobs AS j ON j.id = o.job
WHERE o.bank = %(bank)s::uuid AND (
    j.status NOT IN ('doing', 'todo', 'aborting') AND (
        o.payload #>> '{item,document}' = ANY (%(documents)s::text[])
        OR o.result ->> 'document' = ANY (%(documents)s::text[])
        OR concat(o.payload::text, o.result::text) LIKE ANY (%(memories)s::text[])
    )
    OR %(waiting)s::boolean AND j.status = 'todo'
        AND o.payload #>> '{item,document}' = ANY (%(documents)s::text[])
);

-- name: shorten
-- Let facts and experiences be kept some days at most (NULL: as long as they are).
UPDATE memories AS m SET expires_at = e.at
FROM memories AS o CROSS JOIN LATERAL (SELECT least(
    o.expires_at, o.mentioned_at + %(after_mention)s::float8 * interval '1 day',
    o.known_at + %(after_known)s::float8 * interval '1 day'
) AS at) AS e
WHERE o.bank = %(bank)s::uuid AND o.network IN ('world', 'experience')
    AND m.bank = o.bank AND m.id = o.id AND m.expires_at IS DISTINCT FROM e.at;

-- name: banks_of_all
-- All banks, of all tenants.
SELECT * FROM banks;

-- name: any_expired
-- Whether a bank holds memories whose time is over.
SELECT id FROM memories
WHERE bank = %(bank)s::uuid AND expires_at <= %(at)s::timestamptz LIMIT 1;
