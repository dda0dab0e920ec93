-- name: keyword
-- The best by BM25 (k1 = 1.2, b = 0.75). The rarer terms say who is looked at: as many as together
-- stand in 5,000 memories, more while that is fewer than 1,000; all, unless `prune`. Every term
-- counts for the score: nearly all stand in a memory once or twice, which is one inner product each.
WITH asked AS (
    SELECT q.term, s.memories AS df,
        ln(1 + (b.memory_count - s.memories + 0.5::float8) / (s.memories + 0.5::float8)) AS idf
    FROM banks AS b
    CROSS JOIN unnest(%(terms)s::integer[]) AS q (term)
    CROSS JOIN LATERAL (
        SELECT memories FROM term_stats
        WHERE bank = %(bank)s::uuid AND term = q.term OFFSET 0
    ) AS s
    WHERE b.id = %(bank)s::uuid
), reaching AS (
    SELECT *, sum(df) OVER (ORDER BY df, term) AS reach FROM asked
), needle AS MATERIALIZED (
    SELECT
        array_agg(term) FILTER (
            WHERE NOT %(prune)s::boolean OR reach <= 5000 OR reach - df < 1000
        ) AS looked_up,
        array_agg(term) AS terms,
        array_agg(idf) AS idfs,
        ('{' || string_agg((term + 1) || ':' || idf, ',' ORDER BY term) || '}/1000000000')
            ::sparsevec AS weights,
        (
            SELECT term_count::float8 / greatest(memory_count, 1) FROM banks
            WHERE id = %(bank)s::uuid
        ) AS average
    FROM reaching
    HAVING count(*) > 0
), scored AS (
    SELECT t.memory,
        2.2 / (1 + k.k) * -(t.once <#> n.weights)
        + coalesce(4.4 / (2 + k.k) * -(t.twice <#> n.weights), 0)
        + CASE WHEN t.often && n.terms THEN (
            SELECT coalesce(sum(i.idf * 2.2 * o.count / (o.count + k.k)), 0)
            FROM unnest(t.often, t.often_counts) AS o (term, count)
            JOIN unnest(n.terms, n.idfs) AS i (term, idf) ON i.term = o.term
        ) ELSE 0 END AS score
    FROM needle AS n
    JOIN terms_held AS t ON t.bank = %(bank)s::uuid AND t.terms && n.looked_up
    CROSS JOIN LATERAL (
        SELECT 1.2::float8 * (0.25::float8 + 0.75::float8 * t.length / n.average) AS k OFFSET 0
    ) AS k
    ORDER BY score DESC, t.memory OFFSET 0
)
SELECT s.memory AS id, s.score
FROM scored AS s JOIN memories_held AS m ON m.bank = %(bank)s::uuid AND m.id = s.memory
WHERE admits(
    m.whole, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
    %(occurred_from)s::timestamptz, %(occurred_until)s::timestamptz, %(as_of)s::timestamptz,
    %(superseded)s::boolean
)
ORDER BY s.score DESC, s.memory
LIMIT %(limit)s::bigint;

-- name: temporal
-- Memories whose occurrence overlaps [start, end), by closeness of the midpoints (Eq. 14). An
-- instant overlaps what contains it.
SELECT m.id, greatest(0::float8, 1 - abs(
    (extract(epoch FROM m.occurred_start) + extract(epoch FROM m.occurred_end))::float8
    - (extract(epoch FROM %(start)s::timestamptz) + extract(epoch FROM %(end)s::timestamptz))::float8
) / extract(epoch FROM %(end)s::timestamptz - %(start)s::timestamptz)::float8) AS score
FROM memories_held AS m
WHERE m.bank = %(bank)s::uuid AND m.occurred_start < %(end)s::timestamptz
    AND (m.occurred_end > %(start)s::timestamptz OR m.occurred_start = %(start)s::timestamptz)
    AND admits(
        m.whole, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
        %(occurred_from)s::timestamptz, %(occurred_until)s::timestamptz, %(as_of)s::timestamptz,
        %(superseded)s::boolean
    )
ORDER BY score DESC, m.id
LIMIT %(limit)s::bigint;

-- name: edges
-- The links within some hops of the seeds: a row for each hop, of four arrays. From each memory go
-- at most `fanout` of a type, the heaviest; a hop goes on from at most `front` memories, those that
-- were reached over the heaviest links. Stored links are walked both ways; entity links are joined
-- from mentions, once for each entity, so that a hub is read once and only as far as needed.
WITH RECURSIVE walk AS (
    SELECT 0 AS hop, %(seeds)s::uuid[] AS front, %(seeds)s::uuid[] AS reached,
        NULL::uuid[] AS sources, NULL::uuid[] AS targets, NULL::text[] AS kinds,
        NULL::float8[] AS weights
    UNION ALL
    SELECT w.hop + 1, step.front, w.reached || step.front, step.sources, step.targets, step.kinds,
        step.weights
    FROM walk AS w CROSS JOIN LATERAL (
        WITH naming AS MATERIALIZED (
            SELECT f.id, n.entity
            FROM unnest(w.front) AS f (id) CROSS JOIN LATERAL (
                SELECT entity FROM mentions
                WHERE bank = %(bank)s::uuid AND memory = f.id OFFSET 0
            ) AS n
        ), named AS MATERIALIZED (
            SELECT d.entity, o.memory, o.weight
            FROM (SELECT DISTINCT entity FROM naming) AS d CROSS JOIN LATERAL (
                SELECT also.memory, ln(2::float8) / ln(1 + e.mention_count::float8) AS weight
                FROM entities AS e
                CROSS JOIN LATERAL (
                    SELECT memory FROM mentions
                    WHERE bank = %(bank)s::uuid AND entity = d.entity
                    ORDER BY memory OFFSET 0
                ) AS also
                CROSS JOIN LATERAL (
                    SELECT FROM memories_held AS m
                    WHERE m.bank = %(bank)s::uuid AND m.id = also.memory AND admits(
                        m.whole, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
                        %(occurred_from)s::timestamptz, %(occurred_until)s::timestamptz,
                        %(as_of)s::timestamptz, %(superseded)s::boolean
                    ) OFFSET 0
                ) AS found
                WHERE e.bank = %(bank)s::uuid AND e.id = d.entity
                ORDER BY also.memory LIMIT %(fanout)s::bigint + 1
            ) AS o
        ), linked AS MATERIALIZED (
            SELECT f.id AS source, l.target, l.type AS kind, l.weight
            FROM unnest(w.front) AS f (id) CROSS JOIN LATERAL (
                SELECT target, type, weight FROM links
                WHERE bank = %(bank)s::uuid AND source = f.id
                UNION ALL
                SELECT source, type, weight FROM links
                WHERE bank = %(bank)s::uuid AND target = f.id
            ) AS l
            CROSS JOIN LATERAL (
                SELECT FROM memories_held AS m
                WHERE m.bank = %(bank)s::uuid AND m.id = l.target AND admits(
                    m.whole, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
                    %(occurred_from)s::timestamptz, %(occurred_until)s::timestamptz,
                    %(as_of)s::timestamptz, %(superseded)s::boolean
                ) OFFSET 0
            ) AS found
        ), ways AS (
            SELECT source, target, kind, weight FROM linked
            UNION ALL
            SELECT naming.id, named.memory, 'entity', named.weight
            FROM naming JOIN named ON named.entity = naming.entity
            WHERE named.memory <> naming.id
        ), ranked AS (
            SELECT source, target, kind, max(weight) AS weight,
                row_number() OVER (
                    PARTITION BY source, kind ORDER BY max(weight) DESC, target
                ) AS rank
            FROM ways GROUP BY source, target, kind
        ), taken AS MATERIALIZED (
            SELECT * FROM ranked WHERE rank <= %(fanout)s::bigint
        )
        SELECT
            array_agg(source) AS sources, array_agg(target) AS targets,
            array_agg(kind::text) AS kinds, array_agg(weight) AS weights,
            ARRAY (
                SELECT target FROM taken WHERE target <> ALL (w.reached)
                GROUP BY target ORDER BY max(weight) DESC, target LIMIT %(front)s::bigint
            ) AS front
        FROM taken
    ) AS step
    WHERE w.hop < %(hops)s::integer AND cardinality(w.front) > 0
)
SELECT sources, targets, kinds, weights FROM walk WHERE hop > 0 AND sources IS NOT NULL;
