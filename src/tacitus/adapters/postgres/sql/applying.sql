-- name: insert_memories
-- What the searches look at; vectors come apart from the rest, in the same order.
INSERT INTO memories (
    bank, id, network, state, mentioned_at, known_at, occurred_start, occurred_end, tags,
    state_key, expires_at, embedding
)
SELECT %(bank)s::uuid, r.id, r.network, 'valid', r.mentioned_at, r.known_at, r.occurred_start,
    r.occurred_end, r.tags, r.state_key, r.expires_at, r.embedding
FROM ROWS FROM (
    jsonb_to_recordset(%(rows)s::jsonb) AS (
        id uuid, network network, mentioned_at timestamptz, known_at timestamptz,
        occurred_start timestamptz, occurred_end timestamptz, tags text[], state_key text,
        expires_at timestamptz
    ),
    unnest(%(vectors)b::halfvec[])
) AS r (
    id, network, mentioned_at, known_at, occurred_start, occurred_end, tags, state_key, expires_at,
    embedding
);

-- name: insert_texts
-- What is only read of memories.
INSERT INTO memory_texts (
    bank, memory, confidence, initial_confidence, tokens, proof_count, dating, text, speaker,
    context, metadata, state_reason
)
SELECT %(bank)s::uuid, r.id, r.confidence, r.confidence, r.tokens, r.proof_count, r.dating, r.text,
    r.speaker, r.context, r.metadata, ''
FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
    id uuid, confidence float8, tokens integer, proof_count integer, dating text, text text,
    speaker text, context text, metadata jsonb
);

-- name: insert_terms
-- The terms of memories.
INSERT INTO memory_terms (bank, memory, length, terms, once, twice, often, often_counts)
SELECT %(bank)s::uuid, r.*
FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
    id uuid, length integer, terms integer[], once sparsevec, twice sparsevec, often integer[],
    often_counts integer[]
);

-- name: count_terms
-- How many more memories hold each term; in one order, so that writers do not cross.
INSERT INTO term_stats (bank, term, memories)
SELECT %(bank)s::uuid, term, n
FROM unnest(%(terms)s::integer[], %(counts)s::integer[]) AS t (term, n)
ORDER BY term
ON CONFLICT (bank, term) DO UPDATE SET memories = term_stats.memories + excluded.memories;

-- name: count_memories
-- How many memories and terms more (or fewer) the bank holds.
UPDATE banks SET
    memory_count = memory_count + %(memories)s::bigint, term_count = term_count + %(terms)s::bigint
WHERE id = %(bank)s::uuid;

-- name: insert_sources
-- Where memories were read; the same place twice is once. Their proof counts follow.
WITH given AS (
    SELECT DISTINCT ON (memory, document, starts, ends) *
    FROM ROWS FROM (
        jsonb_to_recordset(%(rows)s::jsonb) AS (
            memory uuid, document text, chunk integer, starts integer, ends integer, speaker text,
            mentioned_at timestamptz
        )
    ) WITH ORDINALITY
        AS r (memory, document, chunk, starts, ends, speaker, mentioned_at, place)
    ORDER BY memory, document, starts, ends, place
)
INSERT INTO sources (bank, memory, document, chunk, starts, ends, speaker, mentioned_at)
SELECT %(bank)s::uuid, memory, document, chunk, starts, ends, speaker, mentioned_at
FROM given AS g
WHERE NOT EXISTS (
    SELECT FROM sources AS s WHERE s.bank = %(bank)s::uuid AND s.memory = g.memory
        AND s.document = g.document AND s.starts = g.starts AND s.ends = g.ends
)
ORDER BY place;

-- name: count_proofs
-- Let proof counts be the number of sources.
UPDATE memory_texts AS t SET proof_count = greatest(1, (
    SELECT count(*) FROM sources AS s WHERE s.bank = t.bank AND s.memory = t.memory
))
WHERE t.bank = %(bank)s::uuid AND t.memory = ANY (%(ids)s::uuid[]);

-- name: meet_entities
-- Add entities; one whose key is known is merged into the one that has it.
INSERT INTO entities (
    bank, id, name, key, type, first_seen, last_seen, mention_count, aliases
)
SELECT DISTINCT ON (r.key) %(bank)s::uuid, r.id, r.name, r.key, r.type, r.first_seen, r.last_seen,
    0, r.aliases
FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
    id uuid, name text, key text, type text, first_seen timestamptz, last_seen timestamptz,
    aliases text[]
)
ORDER BY r.key
ON CONFLICT (bank, key) DO UPDATE SET
    type = CASE entities.type WHEN 'OTHER' THEN excluded.type ELSE entities.type END,
    first_seen = least(entities.first_seen, excluded.first_seen),
    last_seen = greatest(entities.last_seen, excluded.last_seen),
    aliases = entities.aliases || ARRAY (
        SELECT alias FROM unnest(excluded.aliases) AS alias
        WHERE alias <> ALL (entities.aliases) AND alias <> entities.key
    );

-- name: index_names
-- The words under which entities are found, given with the key of the entity.
INSERT INTO entity_words (bank, word, entity)
SELECT DISTINCT e.bank, r.word, e.id
FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (key text, word text)
JOIN entities AS e ON e.bank = %(bank)s::uuid AND e.key = r.key
ON CONFLICT DO NOTHING;

-- name: insert_mentions
-- Who is named in which memory; a new entity is given with its key, and who has that key by now is
-- meant. Counts and dates of the entities follow.
WITH given AS (
    SELECT r.memory, coalesce(e.id, r.entity) AS entity, r.surface
    FROM jsonb_to_recordset(%(rows)s::jsonb)
        AS r (memory uuid, entity uuid, key text, surface text)
    LEFT JOIN entities AS e ON e.bank = %(bank)s::uuid AND e.key = r.key
), added AS (
    INSERT INTO mentions (bank, memory, entity, surface)
    SELECT %(bank)s::uuid, memory, entity, surface FROM given ORDER BY entity, memory
    ON CONFLICT DO NOTHING
    RETURNING memory, entity
), counted AS (
    SELECT a.entity, count(*) AS n, min(m.mentioned_at) AS first, max(m.mentioned_at) AS last
    FROM added AS a JOIN memories AS m ON m.bank = %(bank)s::uuid AND m.id = a.memory
    GROUP BY a.entity
)
UPDATE entities AS e SET
    mention_count = e.mention_count + c.n,
    first_seen = least(e.first_seen, c.first), last_seen = greatest(e.last_seen, c.last)
FROM counted AS c
WHERE e.bank = %(bank)s::uuid AND e.id = c.entity;

-- name: insert_links
-- Links between memories that are there; a link given again takes the new weight.
INSERT INTO links (bank, source, target, type, weight)
SELECT DISTINCT ON (l.source, l.target, l.type) %(bank)s::uuid, l.source, l.target, l.type, l.weight
FROM jsonb_to_recordset(%(rows)s::jsonb)
    AS l (source uuid, target uuid, type link_type, weight float8)
JOIN memories AS s ON s.bank = %(bank)s::uuid AND s.id = l.source
JOIN memories AS t ON t.bank = %(bank)s::uuid AND t.id = l.target
ORDER BY l.source, l.target, l.type
ON CONFLICT (bank, source, target, type) DO UPDATE SET weight = excluded.weight;

-- name: supersede
-- Which memory replaces which, where both are there; `settle` works out what follows.
INSERT INTO supersessions (bank, old, new, at)
SELECT DISTINCT ON (c.old) %(bank)s::uuid, c.old, c.new, c.at
FROM jsonb_to_recordset(%(rows)s::jsonb) AS c (old uuid, new uuid, at timestamptz)
JOIN memories AS o ON o.bank = %(bank)s::uuid AND o.id = c.old
JOIN memories AS n ON n.bank = %(bank)s::uuid AND n.id = c.new
ORDER BY c.old
ON CONFLICT (bank, old) DO UPDATE SET new = excluded.new, at = excluded.at;

-- name: forget_drawn_from
-- What observations and opinions were made from is about to be written anew.
DELETE FROM drawn_from WHERE bank = %(bank)s::uuid AND memory = ANY (%(ids)s::uuid[]);

-- name: insert_drawn_from
-- What observations and opinions were made from.
INSERT INTO drawn_from (bank, memory, basis)
SELECT DISTINCT %(bank)s::uuid, r.memory, r.basis
FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (memory uuid, basis uuid);

-- name: insert_dispositions
-- Under which dispositions opinions were formed.
INSERT INTO opinions (bank, memory, disposition)
SELECT %(bank)s::uuid, r.memory, r.disposition
FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (memory uuid, disposition jsonb);

-- name: insert_evidence
-- Events on opinions; those whose opinion or memory is gone are left out, the same id is once.
INSERT INTO evidence (
    bank, id, opinion, memory, relation, source, at, assessor, reason, weight, rewording
)
SELECT %(bank)s::uuid, r.*
FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
    id uuid, opinion uuid, memory uuid, relation text, source text, at timestamptz, assessor text,
    reason text, weight float8, rewording text
)
JOIN memories AS o ON o.bank = %(bank)s::uuid AND o.id = r.opinion
LEFT JOIN memories AS m ON m.bank = %(bank)s::uuid AND m.id = r.memory
WHERE r.memory IS NULL OR m.id IS NOT NULL
ON CONFLICT (bank, id) DO NOTHING;

-- name: keep_longer
-- Let memories that are told again be kept as long as what tells them (NULL: for ever).
UPDATE memories SET expires_at = CASE
    WHEN %(expires_at)s::timestamptz IS NOT NULL THEN greatest(expires_at, %(expires_at)s::timestamptz)
END
WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::uuid[])
    AND expires_at < coalesce(%(expires_at)s::timestamptz, 'infinity');

-- name: follow_sources
-- Let memories be said when the earliest of their sources says so; what is taken to hold when it was
-- said, and what they ended, follows. Gives back whose dates moved.
WITH moved AS (
    SELECT m.id, m.mentioned_at AS before, f.at, t.dating
    FROM memories AS m
    JOIN memory_texts AS t ON t.bank = m.bank AND t.memory = m.id
    CROSS JOIN LATERAL (
        SELECT min(mentioned_at) AS at FROM sources WHERE bank = m.bank AND memory = m.id
    ) AS f
    WHERE m.bank = %(bank)s::uuid AND m.id = ANY (%(ids)s::uuid[]) AND m.mentioned_at <> f.at
), followed AS (
    UPDATE supersessions AS s SET at = v.at FROM moved AS v
    WHERE s.bank = %(bank)s::uuid AND s.new = v.id AND s.at = v.before
)
UPDATE memories AS m SET
    mentioned_at = v.at,
    occurred_start = CASE WHEN v.dating = 'mention' AND m.occurred_start = v.before
        AND m.occurred_end = v.before THEN v.at ELSE m.occurred_start END,
    occurred_end = CASE WHEN v.dating = 'mention' AND m.occurred_start = v.before
        AND m.occurred_end = v.before THEN v.at ELSE m.occurred_end END
FROM moved AS v
WHERE m.bank = %(bank)s::uuid AND m.id = v.id
RETURNING m.id;
