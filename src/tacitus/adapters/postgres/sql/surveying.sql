-- name: tags_by_use
-- A page of tags with how many memories carry each, the most used first, each row with the number of
-- tags; one row without a tag past the end.
WITH found AS (
    SELECT t.tag COLLATE "C" AS tag, count(*) AS memories
    FROM memories AS m CROSS JOIN LATERAL (SELECT DISTINCT unnest(m.tags) AS tag) AS t
    WHERE m.bank = %(bank)s::uuid AND m.tags <> '{}'
        AND (%(shape)s::text IS NULL OR lower(t.tag) LIKE lower(%(shape)s::text))
    GROUP BY 1
), page AS (
    SELECT * FROM found ORDER BY memories DESC, tag
    LIMIT %(limit)s::bigint OFFSET %(offset)s::bigint
)
SELECT total.n AS total, page.tag, page.memories
FROM (SELECT count(*) AS n FROM found) AS total LEFT JOIN page ON true
ORDER BY page.memories DESC, page.tag;

-- name: bases_of
-- What each of some observations and opinions rests on, as learnt.
SELECT memory, array_agg(basis ORDER BY basis) AS bases FROM drawn_from
WHERE bank = %(bank)s::uuid AND memory = ANY (%(ids)s::uuid[])
GROUP BY memory;

-- name: links_between
-- The stored links between some memories, heaviest first.
SELECT source, target, type::text AS type, weight FROM links
WHERE bank = %(bank)s::uuid AND source = ANY (%(ids)s::uuid[]) AND target = ANY (%(ids)s::uuid[])
ORDER BY weight DESC, source, target, type::text;

-- name: entities_with_ids
-- Some entities, most mentioned first.
SELECT * FROM entities WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::uuid[])
ORDER BY mention_count DESC, key;

-- name: company
-- The pairs of entities that most valid memories mention together, each row with the number of pairs.
SELECT a.entity AS one, b.entity AS other, count(*) AS memories, max(m.mentioned_at) AS last,
    count(*) OVER () AS total
FROM mentions AS a
JOIN mentions AS b ON b.bank = a.bank AND b.memory = a.memory AND b.entity > a.entity
JOIN memories AS m ON m.bank = a.bank AND m.id = a.memory AND m.state = 'valid'
WHERE a.bank = %(bank)s::uuid
GROUP BY a.entity, b.entity
HAVING count(*) >= %(least)s::bigint
ORDER BY memories DESC, one, other
LIMIT %(limit)s::bigint;

-- name: growth
-- How many memories fall into each bucket, by network; a time that one lacks is when it was learnt.
SELECT floor(extract(epoch FROM w.at - %(start)s::timestamptz) / %(step)s::float8)::integer AS place,
    m.network::text AS network, count(*) AS memories
FROM memories AS m CROSS JOIN LATERAL (
    SELECT CASE %(by)s::text
        WHEN 'created_at' THEN m.known_at
        WHEN 'mentioned_at' THEN m.mentioned_at
        ELSE coalesce(m.occurred_start, m.known_at)
    END AS at
) AS w
WHERE m.bank = %(bank)s::uuid
    AND w.at >= %(start)s::timestamptz AND w.at < %(end)s::timestamptz
GROUP BY 1, 2;
