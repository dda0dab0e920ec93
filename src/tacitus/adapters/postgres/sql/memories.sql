-- name: memories_with_ids
-- Memories in full, in no order: names of entities alphabetical, sources as they came. Each is looked
-- up by its key, whatever the planner thinks of the tables' sizes.
SELECT
    m.id, m.network::text AS network, m.state::text AS state, m.mentioned_at, m.known_at,
    m.occurred_start, m.occurred_end, m.valid_until, m.superseded_by, m.expires_at, m.tags,
    t.text, t.speaker, t.context, t.metadata, t.dating, t.tokens, t.confidence, t.state_reason,
    t.proof_count,
    coalesce(a.count, 0) AS access_count, a.at AS accessed_at,
    ARRAY (
        SELECT e.name FROM mentions AS n CROSS JOIN LATERAL (
            SELECT name FROM entities WHERE bank = %(bank)s::uuid AND id = n.entity OFFSET 0
        ) AS e
        WHERE n.bank = %(bank)s::uuid AND n.memory = q.id ORDER BY e.name COLLATE "C"
    ) AS entities,
    (
        SELECT json_agg(
            json_build_array(
                s.document, s.chunk, s.starts, s.ends, s.speaker, s.mentioned_at
            ) ORDER BY s.id
        )
        FROM sources AS s WHERE s.bank = %(bank)s::uuid AND s.memory = q.id
    ) AS sources
FROM unnest(%(ids)s::uuid[]) AS q (id)
CROSS JOIN LATERAL (
    SELECT * FROM memories WHERE bank = %(bank)s::uuid AND id = q.id OFFSET 0
) AS m
CROSS JOIN LATERAL (
    SELECT * FROM memory_texts WHERE bank = %(bank)s::uuid AND memory = q.id OFFSET 0
) AS t
LEFT JOIN LATERAL (
    SELECT count, at FROM accesses WHERE bank = %(bank)s::uuid AND memory = q.id OFFSET 0
) AS a ON true;

-- name: statements_with_ids
-- Memories as they are compared, in no order: without what hangs on them in other tables.
SELECT
    m.id, m.network::text AS network, m.state::text AS state, m.mentioned_at, m.known_at,
    m.occurred_start, m.occurred_end, m.valid_until, m.superseded_by, m.expires_at, m.tags,
    t.text, t.speaker, t.context, t.metadata, t.dating, t.tokens, t.confidence, t.state_reason,
    t.proof_count, 0::bigint AS access_count, NULL::timestamptz AS accessed_at,
    ARRAY[]::text[] AS entities, NULL::json AS sources
FROM unnest(%(ids)s::uuid[]) AS q (id)
CROSS JOIN LATERAL (
    SELECT * FROM memories WHERE bank = %(bank)s::uuid AND id = q.id OFFSET 0
) AS m
CROSS JOIN LATERAL (
    SELECT * FROM memory_texts WHERE bank = %(bank)s::uuid AND memory = q.id OFFSET 0
) AS t;

-- name: memories_by_mention
-- A page of ids, latest mention first, each with the number of all; one row without past the end.
-- Counted and paged apart: the page alone need not look at more than it shows.
WITH found AS NOT MATERIALIZED (
    SELECT m.id, m.mentioned_at FROM memories_held AS m
    WHERE m.bank = %(bank)s::uuid AND m.network = ANY (%(networks)s::text[]::network[])
        AND (%(state)s::text IS NULL OR m.state = %(state)s::text::memory_state)
        AND (%(words)s::text IS NULL OR EXISTS (
            SELECT FROM memory_texts AS t WHERE t.bank = m.bank AND t.memory = m.id
                AND position(lower(%(words)s::text) IN lower(t.text)) > 0
        ))
        AND (%(document)s::text IS NULL OR EXISTS (
            SELECT FROM sources AS s WHERE s.bank = m.bank AND s.memory = m.id
                AND s.document = %(document)s::text
        ))
        AND (%(entity)s::uuid IS NULL OR EXISTS (
            SELECT FROM mentions AS n WHERE n.bank = m.bank AND n.memory = m.id
                AND n.entity = %(entity)s::uuid
        ))
        AND (
            %(tags)s::text[] IS NULL
            OR tags_match(m.tags, %(tags)s::text[], %(tag_match)s::text)
        )
), page AS (
    SELECT * FROM found
    ORDER BY mentioned_at DESC, id DESC LIMIT %(limit)s::bigint OFFSET %(offset)s::bigint
)
SELECT total.n AS total, page.id
FROM (SELECT count(*) AS n FROM found) AS total LEFT JOIN page ON true
ORDER BY page.mentioned_at DESC, page.id DESC;

-- name: mark
-- How often the memories of a bank have changed.
SELECT coalesce(max(revision), 0) AS revision FROM revisions WHERE bank = %(bank)s::uuid;

-- name: told_since
-- The evidence that came or changed after a revision, as far as the journal goes back: some 256 ago.
-- What takes so long to be compared would else be compared for ever.
SELECT m.id, m.state_key, t.text
FROM (
    SELECT DISTINCT u.id
    FROM changes AS c CROSS JOIN unnest(c.memories) AS u (id)
    WHERE c.bank = %(bank)s::uuid AND c.revision > %(mark)s::bigint
) AS u
JOIN memories AS m ON m.bank = %(bank)s::uuid AND m.id = u.id
JOIN memory_texts AS t ON t.bank = m.bank AND t.memory = m.id
WHERE m.network IN ('world', 'experience');

-- name: stated_under
-- The evidence under each state key, first what is valid, then what was, latest mention first.
SELECT k.key, m.id
FROM unnest(%(keys)s::text[]) AS k (key)
CROSS JOIN unnest(ARRAY['valid', 'superseded']::memory_state[]) WITH ORDINALITY AS s (state, place)
CROSS JOIN LATERAL (
    SELECT id, mentioned_at FROM memories_held
    WHERE bank = %(bank)s::uuid AND state_key = k.key
        AND state = s.state AND network IN ('world', 'experience')
    ORDER BY mentioned_at DESC, id DESC LIMIT %(each)s::bigint
) AS m
ORDER BY s.place, m.mentioned_at DESC, m.id DESC;

-- name: nearest_in_time
-- For each moment the valid evidence whose occurrence starts nearest to it, from both sides.
SELECT q.place, n.id, n.occurred_start AS start
FROM unnest(%(moments)s::timestamptz[]) WITH ORDINALITY AS q (moment, place)
CROSS JOIN LATERAL (
    SELECT * FROM (
        (
            SELECT id, occurred_start, occurred_start - q.moment AS away FROM memories_held
            WHERE bank = %(bank)s::uuid AND state = 'valid' AND network IN ('world', 'experience')
                AND occurred_start >= q.moment
                AND occurred_start <= q.moment + make_interval(secs => %(seconds)s::float8)
            ORDER BY occurred_start, id LIMIT %(each)s::bigint
        )
        UNION ALL
        (
            SELECT id, occurred_start, q.moment - occurred_start FROM memories_held
            WHERE bank = %(bank)s::uuid AND state = 'valid' AND network IN ('world', 'experience')
                AND occurred_start < q.moment
                AND occurred_start >= q.moment - make_interval(secs => %(seconds)s::float8)
            ORDER BY occurred_start DESC, id LIMIT %(each)s::bigint
        )
    ) AS both_sides
    ORDER BY away, id LIMIT %(each)s::bigint
) AS n
ORDER BY q.place, n.away, n.id;

-- name: count_accesses
-- Count accesses of memories that are still there, and hold them until it is done.
INSERT INTO accesses (bank, memory, count, at)
SELECT m.bank, m.id, a.count, now()
FROM unnest(%(ids)s::uuid[], %(counts)s::bigint[]) AS a (id, count)
JOIN memories AS m ON m.bank = %(bank)s::uuid AND m.id = a.id
ORDER BY m.id
FOR KEY SHARE OF m
ON CONFLICT (bank, memory) DO UPDATE SET
    count = accesses.count + excluded.count, at = excluded.at;

-- name: state_of
-- A memory's state; nothing if there is none.
SELECT state::text AS state FROM memories WHERE bank = %(bank)s::uuid AND id = %(memory)s::uuid;

-- name: set_state
-- Mark a memory as invalidated or not; `settle` works out the rest.
WITH marked AS (
    UPDATE memories SET state = %(state)s::text::memory_state
    WHERE bank = %(bank)s::uuid AND id = %(memory)s::uuid
)
UPDATE memory_texts SET state_reason = %(reason)s::text
WHERE bank = %(bank)s::uuid AND memory = %(memory)s::uuid;

-- name: cut_loose
-- Let a superseded memory forget its successor.
DELETE FROM supersessions WHERE bank = %(bank)s::uuid AND old = %(memory)s::uuid;

-- name: settle
-- Work out state and successor of some memories, and of those replaced by way of them, anew: the
-- successor is the first in the chain that is not invalidated.
WITH RECURSIVE touched (id) AS (
    SELECT unnest(%(ids)s::uuid[])
    UNION
    SELECT s.old FROM touched JOIN supersessions AS s
        ON s.bank = %(bank)s::uuid AND s.new = touched.id
), chain AS (
    SELECT t.id, s.new, s.at, 1 AS step
    FROM touched AS t LEFT JOIN supersessions AS s ON s.bank = %(bank)s::uuid AND s.old = t.id
    UNION ALL
    SELECT c.id, s.new, s.at, c.step + 1
    FROM chain AS c
    JOIN memories AS m ON m.bank = %(bank)s::uuid AND m.id = c.new AND m.state = 'invalidated'
    LEFT JOIN supersessions AS s ON s.bank = %(bank)s::uuid AND s.old = c.new
    WHERE c.step < 100
), settled AS (
    SELECT DISTINCT ON (id) id, new, at FROM chain ORDER BY id, step DESC
)
UPDATE memories AS m SET
    superseded_by = s.new, valid_until = greatest(s.at, CASE WHEN s.new IS NOT NULL THEN m.mentioned_at END),
    state = CASE
        WHEN m.state = 'invalidated' THEN m.state
        WHEN s.new IS NOT NULL THEN 'superseded'::memory_state
        ELSE 'valid'::memory_state
    END
FROM settled AS s
WHERE m.bank = %(bank)s::uuid AND m.id = s.id;
