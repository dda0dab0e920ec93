-- name: semantic
-- The nearest by cosine: an exact scan of the bank. Vectors have unit length, so that the inner
-- product (negated by <#>) is the cosine.
SELECT id, -distance AS score FROM (
    SELECT m.id, m.embedding <#> %(vector)b::halfvec AS distance
    FROM memories_held AS m
    WHERE m.bank = %(bank)s::uuid AND admits(
        m.whole, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
        %(occurred_from)s::timestamptz, %(occurred_until)s::timestamptz, %(as_of)s::timestamptz,
        %(superseded)s::boolean
    )
    ORDER BY distance, m.id
    LIMIT %(limit)s::bigint
) AS nearest;

-- name: semantic_indexed
-- The same by the bank's own index, for filters that admit nearly everything.
SELECT id, -distance AS score FROM (
    SELECT m.id, m.embedding::halfvec({dimension}) <#> %(vector)b::halfvec AS distance
    FROM memories_held AS m
    WHERE m.bank = %(bank)s::uuid AND admits(
        m.whole, %(networks)s::text[]::network[], %(tags)s::text[], %(tag_match)s::text,
        %(occurred_from)s::timestamptz, %(occurred_until)s::timestamptz, %(as_of)s::timestamptz,
        %(superseded)s::boolean
    )
    ORDER BY distance
    LIMIT %(limit)s::bigint
) AS nearest
ORDER BY score DESC, id;

-- name: nearest_to_each
-- For each vector the nearest valid evidence: its place in the list, the memory, the cosine. Every
-- memory is read once, whatever the number of vectors.
WITH asked AS MATERIALIZED (
    SELECT place, vector
    FROM unnest(%(vectors)b::halfvec[]) WITH ORDINALITY AS v (vector, place)
), near AS (
    SELECT asked.place, m.id, -(m.embedding <#> asked.vector) AS cosine
    FROM memories_held AS m JOIN asked ON (m.embedding <#> asked.vector) <= -%(floor)s::float8
    WHERE m.bank = %(bank)s::uuid AND m.state = 'valid' AND m.network IN ('world', 'experience')
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY place ORDER BY cosine DESC, id) AS rank FROM near
)
SELECT place, id, cosine FROM ranked WHERE rank <= %(each)s::bigint ORDER BY place, rank;

-- name: nearest_to_each_indexed
-- The same by the bank's own index, once for each vector.
SELECT asked.place, near.id, -near.distance AS cosine
FROM unnest(%(vectors)b::halfvec[]) WITH ORDINALITY AS asked (vector, place)
CROSS JOIN LATERAL (
    SELECT m.id, m.embedding::halfvec({dimension}) <#> asked.vector AS distance
    FROM memories_held AS m
    WHERE m.bank = %(bank)s::uuid AND m.state = 'valid' AND m.network IN ('world', 'experience')
    ORDER BY distance
    LIMIT %(each)s::bigint
) AS near
WHERE near.distance <= -%(floor)s::float8
ORDER BY asked.place, near.distance, near.id;

-- name: index_of
-- The dimension of a bank's vector index; nothing if it has none that is complete.
SELECT a.atttypmod AS dimension
FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indexrelid AND a.attnum = 1
WHERE i.indexrelid = to_regclass(%(name)s::text) AND i.indisvalid;

-- name: banks_to_index
-- Big banks without a vector index, biggest first.
SELECT b.id AS bank
FROM banks AS b
WHERE b.memory_count >= %(least)s::bigint
    AND to_regclass('vectors_' || replace(b.id::text, '-', '')) IS NULL
ORDER BY b.memory_count DESC;

-- name: dimension_of
-- The dimension of a bank's vectors.
SELECT vector_dims(embedding) AS dimension FROM memories WHERE bank = %(bank)s::uuid LIMIT 1;

-- name: useless_indexes
-- Vector indexes of banks that are gone, and those whose builder died.
SELECT c.relname AS name
FROM pg_class AS c JOIN pg_index AS i ON i.indexrelid = c.oid
WHERE i.indrelid = 'memories'::regclass AND starts_with(c.relname, 'vectors_')
    AND (NOT i.indisvalid OR NOT EXISTS (
        SELECT FROM banks AS b WHERE c.relname = 'vectors_' || replace(b.id::text, '-', '')
    ));

-- name: one_builder
-- Become the only one who builds vector indexes, until the connection ends.
SELECT pg_try_advisory_lock(7283945120357) AS only;

-- name: build_index
-- Index the vectors of one bank, without holding up its writers.
CREATE INDEX CONCURRENTLY {name} ON memories
USING hnsw ((embedding::halfvec({dimension})) halfvec_ip_ops) WHERE bank = {bank};

-- name: drop_index
-- Drop a vector index, without holding up anybody.
DROP INDEX CONCURRENTLY IF EXISTS {name};

-- name: build_with
-- Let the next build of this connection hold the whole graph in memory, in one process.
SELECT set_config('maintenance_work_mem', '512MB', false),
    set_config('max_parallel_maintenance_workers', '0', false);
