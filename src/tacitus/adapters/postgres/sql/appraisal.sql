-- name: appraise
-- What there is to say of each memory and of its neighbours: cosine and idf-weighted coverage, its
-- own and those of the memories read before and after it (where the filters admit them), and the
-- cosine of the three vectors together, the neighbours at the weight in `fade`.
WITH asked AS (
    SELECT q.term, ln(
        1 + (b.memory_count - coalesce(s.memories, 0) + 0.5::float8)
        / (coalesce(s.memories, 0) + 0.5::float8)
    ) AS idf
    FROM unnest(%(terms)s::integer[]) AS q (term)
    JOIN banks AS b ON b.id = %(bank)s::uuid
    LEFT JOIN term_stats AS s ON s.bank = b.id AND s.term = q.term
), needle AS MATERIALIZED (
    SELECT array_agg(term) AS terms, array_agg(idf) AS idfs, sum(idf) AS whole FROM asked
), near AS (
    SELECT id FROM unnest(%(ids)s::uuid[]) AS i (id)
    UNION
    SELECT n.id
    FROM unnest(%(ids)s::uuid[]) AS i (id)
    CROSS JOIN LATERAL beside(%(bank)s::uuid, i.id) AS s
    CROSS JOIN LATERAL (VALUES (s.before), (s.after)) AS n (id)
    WHERE n.id IS NOT NULL
), placed AS (
    SELECT n.id, s.document, s.before, s.after
    FROM near AS n LEFT JOIN LATERAL beside(%(bank)s::uuid, n.id) AS s ON true
), everybody AS MATERIALIZED (
    SELECT m.id, m.embedding, -(m.embedding <#> %(vector)b::halfvec) AS cosine, coalesce((
        SELECT sum(w.idf) FROM unnest(n.terms, n.idfs) AS w (term, idf)
        WHERE w.term = ANY (t.terms)
    ) / n.whole, 0) AS coverage
    FROM (
        SELECT id FROM placed UNION SELECT before FROM placed UNION SELECT after FROM placed
    ) AS e
    CROSS JOIN LATERAL (
        SELECT h.id, h.embedding FROM memories_held AS h
        WHERE h.bank = %(bank)s::uuid AND h.id = e.id AND admits(
            h.whole, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
            %(occurred_from)s::timestamptz, %(occurred_until)s::timestamptz,
            %(as_of)s::timestamptz, %(superseded)s::boolean
        ) OFFSET 0
    ) AS m
    CROSS JOIN LATERAL (
        SELECT terms FROM memory_terms
        WHERE bank = %(bank)s::uuid AND memory = e.id OFFSET 0
    ) AS t
    CROSS JOIN needle AS n
)
SELECT m.id, x.document, m.cosine, m.coverage,
    b.id AS before, b.cosine AS before_cosine, b.coverage AS before_coverage,
    a.id AS after, a.cosine AS after_cosine, a.coverage AS after_coverage,
    1 - (CASE
        WHEN b.id IS NULL AND a.id IS NULL THEN m.embedding
        WHEN a.id IS NULL THEN m.embedding + b.embedding * %(fade)b::halfvec
        WHEN b.id IS NULL THEN m.embedding + a.embedding * %(fade)b::halfvec
        ELSE m.embedding + (b.embedding + a.embedding) * %(fade)b::halfvec
    END <=> %(vector)b::halfvec) AS context
FROM placed AS x
JOIN everybody AS m ON m.id = x.id
LEFT JOIN everybody AS b ON b.id = x.before
LEFT JOIN everybody AS a ON a.id = x.after;
