-- name: semantic
-- The nearest by cosine: an exact scan of the bank. Vectors have unit length, so that the inner
-- product (negated by <#>) is the cosine.
SELECT m.id, -(m.embedding <#> %(vector)b::halfvec) AS score
FROM memories AS m
WHERE m.bank = %(bank)s::uuid AND admits(
    m, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
    %(occurred_from)s::timestamptz, %(occurred_until)s::timestamptz, %(as_of)s::timestamptz,
    %(superseded)s::boolean
)
ORDER BY m.embedding <#> %(vector)b::halfvec, m.id
LIMIT %(limit)s::bigint;

-- name: keyword
-- The best by BM25 (k1 = 1.2, b = 0.75). The rarer terms say who is looked at: as many as together
-- stand in 5,000 memories, more while that is fewer than 1,000; all, unless `prune`. Every term
-- counts for the score: nearly all stand in a memory once or twice, which is one inner product each.
WITH asked AS (
    SELECT q.term, s.memories AS df,
        ln(1 + (b.memory_count - s.memories + 0.5::float8) / (s.memories + 0.5::float8)) AS idf
    FROM unnest(%(terms)s::integer[]) AS q (term)
    JOIN term_stats AS s ON s.bank = %(bank)s::uuid AND s.term = q.term
    JOIN banks AS b ON b.id = s.bank
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
    JOIN memory_terms AS t ON t.bank = %(bank)s::uuid AND t.terms && n.looked_up
    CROSS JOIN LATERAL (
        SELECT 1.2::float8 * (0.25::float8 + 0.75::float8 * t.length / n.average) AS k OFFSET 0
    ) AS k
    ORDER BY score DESC, t.memory OFFSET 0
)
SELECT s.memory AS id, s.score
FROM scored AS s JOIN memories AS m ON m.bank = %(bank)s::uuid AND m.id = s.memory
WHERE admits(
    m, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
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
FROM memories AS m
WHERE m.bank = %(bank)s::uuid AND m.occurred_start < %(end)s::timestamptz
    AND (m.occurred_end > %(start)s::timestamptz OR m.occurred_start = %(start)s::timestamptz)
    AND admits(
        m, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
        %(occurred_from)s::timestamptz, %(occurred_until)s::timestamptz, %(as_of)s::timestamptz,
        %(superseded)s::boolean
    )
ORDER BY score DESC, m.id
LIMIT %(limit)s::bigint;

-- name: edges
-- The links within some hops of the seeds, at most `fanout` of a type from each memory, and from no
-- more than `front` memories in a hop (those reached over the heaviest links). Links are walked both
-- ways. Entity links are joined from mentions, at most `fanout` of each entity.
WITH RECURSIVE walked AS (
    SELECT NULL::uuid AS source, seed AS target, NULL::link_type AS kind, NULL::float8 AS weight,
        0 AS hop
    FROM unnest(%(seeds)s::uuid[]) AS seed
    UNION ALL
    SELECT f.id, w.target, w.kind, w.weight, f.hop + 1
    FROM (
        SELECT * FROM (
            SELECT DISTINCT ON (target) target AS id, weight, hop FROM walked
            WHERE hop < %(hops)s::integer ORDER BY target, weight DESC
        ) AS reached
        ORDER BY weight DESC NULLS FIRST, id
        LIMIT %(front)s::bigint
    ) AS f
    CROSS JOIN LATERAL (
        SELECT target, kind, weight FROM (
            SELECT target, kind, max(weight) AS weight,
                row_number() OVER (PARTITION BY kind ORDER BY max(weight) DESC, target) AS rank
            FROM (
                SELECT l.target, l.type AS kind, l.weight
                FROM links AS l JOIN memories AS m ON m.bank = l.bank AND m.id = l.target
                WHERE l.bank = %(bank)s::uuid AND l.source = f.id AND admits(
                    m, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
                    %(occurred_from)s::timestamptz, %(occurred_until)s::timestamptz,
                    %(as_of)s::timestamptz, %(superseded)s::boolean
                )
                UNION ALL
                SELECT l.source, l.type, l.weight
                FROM links AS l JOIN memories AS m ON m.bank = l.bank AND m.id = l.source
                WHERE l.bank = %(bank)s::uuid AND l.target = f.id AND admits(
                    m, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
                    %(occurred_from)s::timestamptz, %(occurred_until)s::timestamptz,
                    %(as_of)s::timestamptz, %(superseded)s::boolean
                )
                UNION ALL
                SELECT o.memory, 'entity', ln(2::float8) / ln(1 + e.mention_count::float8)
                FROM mentions AS n
                JOIN entities AS e ON e.bank = n.bank AND e.id = n.entity
                CROSS JOIN LATERAL (
                    SELECT also.memory
                    FROM mentions AS also
                    JOIN memories AS m ON m.bank = also.bank AND m.id = also.memory
                    WHERE also.bank = %(bank)s::uuid AND also.entity = n.entity
                        AND also.memory <> f.id AND admits(
                            m, %(networks)s::text[]::network[], %(tags)s::text[],
                            %(tag_match)s::text, %(occurred_from)s::timestamptz,
                            %(occurred_until)s::timestamptz, %(as_of)s::timestamptz,
                            %(superseded)s::boolean
                        )
                    ORDER BY also.memory LIMIT %(fanout)s::bigint
                ) AS o
                WHERE n.bank = %(bank)s::uuid AND n.memory = f.id
            ) AS ways
            GROUP BY target, kind
        ) AS heaviest
        WHERE rank <= %(fanout)s::bigint
    ) AS w
)
SELECT DISTINCT source, target, kind::text AS kind, weight FROM walked WHERE hop > 0;
