-- name: mentions_of_entity
-- How memories name an entity, and when they were said and came to be known.
SELECT n.memory, n.surface, n.lent, m.mentioned_at, m.known_at
FROM mentions AS n JOIN memories AS m ON m.bank = n.bank AND m.id = n.memory
WHERE n.bank = %(bank)s::uuid AND n.entity = %(entity)s::uuid;

-- name: absorbed_by_entity
-- Who was merged into an entity, with the memories of their own that name them.
SELECT a.*, coalesce((
    SELECT jsonb_object_agg(n.memory, n.surface) FROM absorbed_mentions AS n
    WHERE n.bank = a.bank AND n.entity = a.id
), '{}') AS surfaces
FROM absorbed AS a
WHERE a.bank = %(bank)s::uuid AND a.holder = %(entity)s::uuid;

-- name: entity_called
-- Another entity that has a form as its name or alias.
SELECT * FROM entities AS e
WHERE e.bank = %(bank)s::uuid AND e.id <> %(but)s::uuid AND e.id IN (
    SELECT entity FROM entity_words WHERE bank = %(bank)s::uuid AND word = %(form)s::text
) AND (e.key = %(form)s::text OR %(form)s::text = ANY (e.aliases))
ORDER BY e.key LIMIT 1;

-- name: write_forms
-- What an entity is called and what it is not; words that led to it are to be indexed anew.
WITH outdated AS (
    DELETE FROM entity_words WHERE bank = %(bank)s::uuid AND entity = %(entity)s::uuid
)
UPDATE entities SET aliases = %(aliases)s::text[], denied = %(denied)s::text[]
WHERE bank = %(bank)s::uuid AND id = %(entity)s::uuid;

-- name: forget_entities
-- Delete entities with their mentions, forms and who was merged into them, to be written anew.
DELETE FROM entities WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::uuid[]);

-- name: write_entities
-- Write entities as they are given.
INSERT INTO entities (
    bank, id, name, key, type, first_seen, last_seen, mention_count, aliases, denied
)
SELECT %(bank)s::uuid, r.* FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
    id uuid, name text, key text, type text, first_seen timestamptz, last_seen timestamptz,
    mention_count integer, aliases text[], denied text[]
);

-- name: write_mentions
-- Write how memories name entities.
INSERT INTO mentions (bank, memory, entity, surface, lent)
SELECT %(bank)s::uuid, r.* FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
    memory uuid, entity uuid, surface text, lent boolean
);

-- name: write_absorbed
-- Write who was merged into entities.
INSERT INTO absorbed (
    bank, id, holder, merged_into, merged_at, name, key, type, first_seen, last_seen,
    mention_count, aliases, denied
)
SELECT %(bank)s::uuid, r.* FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
    id uuid, holder uuid, merged_into uuid, merged_at timestamptz, name text, key text, type text,
    first_seen timestamptz, last_seen timestamptz, mention_count integer, aliases text[],
    denied text[]
);

-- name: write_absorbed_mentions
-- Write how memories name those who were merged into entities.
INSERT INTO absorbed_mentions (bank, memory, entity, surface)
SELECT %(bank)s::uuid, r.* FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
    memory uuid, entity uuid, surface text
);
