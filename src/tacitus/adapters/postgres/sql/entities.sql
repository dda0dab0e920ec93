-- name: entities_with_words
-- Entities that a word stands for, most mentioned first.
SELECT * FROM entities
WHERE bank = %(bank)s::uuid AND id IN (
    SELECT entity FROM entity_words
    WHERE bank = %(bank)s::uuid AND word = ANY (%(words)s::text[])
)
ORDER BY mention_count DESC, key;

-- name: companions_of
-- With which others entities share how many of their latest thousand memories; the closest.
SELECT q.entity, o.other, o.shared
FROM unnest(%(entities)s::uuid[]) AS q (entity) CROSS JOIN LATERAL (
    SELECT n.entity AS other, count(*) AS shared
    FROM (
        SELECT memory FROM mentions
        WHERE bank = %(bank)s::uuid AND entity = q.entity ORDER BY memory DESC LIMIT 1000
    ) AS latest
    JOIN mentions AS n ON n.bank = %(bank)s::uuid AND n.memory = latest.memory
    WHERE n.entity <> q.entity
    GROUP BY n.entity ORDER BY shared DESC, other LIMIT %(limit)s::bigint
) AS o;

-- name: entity_with_id
-- One entity.
SELECT * FROM entities WHERE bank = %(bank)s::uuid AND id = %(entity)s::uuid;

-- name: memories_mentioning
-- The valid memories that mention an entity, latest mention first.
SELECT m.id
FROM mentions AS n JOIN memories AS m ON m.bank = n.bank AND m.id = n.memory
WHERE n.bank = %(bank)s::uuid AND n.entity = %(entity)s::uuid AND m.state = 'valid'
    AND m.network = ANY (%(networks)s::text[]::network[])
ORDER BY m.mentioned_at DESC, m.id DESC LIMIT %(limit)s::bigint;

-- name: latest_observations
-- The latest valid observation of each of some entities.
SELECT DISTINCT ON (n.entity) n.entity, m.id AS memory
FROM mentions AS n JOIN memories AS m ON m.bank = n.bank AND m.id = n.memory
WHERE n.bank = %(bank)s::uuid AND n.entity = ANY (%(entities)s::uuid[])
    AND m.network = 'observation' AND m.state = 'valid'
ORDER BY n.entity, m.mentioned_at DESC, m.id DESC;

-- name: latest_evidence
-- When the latest valid evidence of each of some entities came to be known.
SELECT n.entity, max(m.known_at) AS known_at
FROM mentions AS n JOIN memories AS m ON m.bank = n.bank AND m.id = n.memory
WHERE n.bank = %(bank)s::uuid AND n.entity = ANY (%(entities)s::uuid[]) AND m.state = 'valid'
    AND m.network = ANY (%(networks)s::text[]::network[])
GROUP BY n.entity;

-- name: entities_by_mentions
-- A page of entities, most mentioned first, each row with their number; one row without an entity
-- past the end.
WITH page AS (
    SELECT * FROM entities WHERE bank = %(bank)s::uuid
    ORDER BY mention_count DESC, key LIMIT %(limit)s::bigint OFFSET %(offset)s::bigint
)
SELECT total.n AS total, page.*
FROM (SELECT count(*) AS n FROM entities WHERE bank = %(bank)s::uuid) AS total
LEFT JOIN page ON true
ORDER BY page.mention_count DESC, page.key;
