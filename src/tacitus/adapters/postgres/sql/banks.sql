-- name: lock_bank
-- Become the only writer of a bank, until the transaction ends; nothing where the bank is gone. What
-- is written is written one way, whatever the values: its statements need not be planned each time.
SELECT id, set_config('plan_cache_mode', 'auto', true) FROM banks
WHERE id = %(bank)s::uuid FOR NO KEY UPDATE;

-- name: save_bank
-- Insert a bank, or replace everything but its identity, tenant and creation time.
INSERT INTO banks (
    id, tenant, name, title, mission, background, disposition, config, embedder,
    created_at, updated_at
) VALUES (
    %(id)s::uuid, %(tenant)s::text, %(name)s::text, %(title)s::text, %(mission)s::text,
    %(background)s::text, %(disposition)s::jsonb, %(config)s::jsonb, %(embedder)s::text,
    %(created_at)s::timestamptz, %(updated_at)s::timestamptz
)
ON CONFLICT (id) DO UPDATE SET
    name = excluded.name, title = excluded.title, mission = excluded.mission,
    background = excluded.background, disposition = excluded.disposition,
    config = excluded.config, embedder = excluded.embedder, updated_at = excluded.updated_at;

-- name: bank_named
-- The bank with a name.
SELECT * FROM banks WHERE tenant = %(tenant)s::text AND name = %(name)s::text;

-- name: bank_still_named
-- The bank with an identity, if it still has a name.
SELECT * FROM banks
WHERE id = %(bank)s::uuid AND tenant = %(tenant)s::text AND name = %(name)s::text;

-- name: bank_with_id
-- The bank with an identity, of whichever tenant.
SELECT * FROM banks WHERE id = %(bank)s::uuid;

-- name: banks_by_name
-- A page of a tenant's banks, each row with their number; one row without a bank past the end.
WITH page AS (
    SELECT * FROM banks WHERE tenant = %(tenant)s::text
    ORDER BY name LIMIT %(limit)s::bigint OFFSET %(offset)s::bigint
)
SELECT total.n AS total, page.*
FROM (SELECT count(*) AS n FROM banks WHERE tenant = %(tenant)s::text) AS total
LEFT JOIN page ON true
ORDER BY page.name;

-- name: drop_waiting_jobs
-- Take a bank's jobs out of the queue; one that is being done ends by itself.
DELETE FROM procrastinate_jobs AS j USING operations AS o
WHERE o.bank = %(bank)s::uuid AND j.id = o.job AND j.status <> 'doing';

-- name: drop_bank
-- Delete a bank, and by cascade everything in it.
DELETE FROM banks WHERE id = %(bank)s::uuid;

-- name: count_contents
-- How much a bank holds, by kind; operations by the queue's own status.
SELECT
    (SELECT jsonb_object_agg(network, n) FROM (
        SELECT network, count(*) AS n FROM memories WHERE bank = q.bank GROUP BY network
    ) AS by_network) AS memories,
    (SELECT jsonb_object_agg(type, n) FROM (
        SELECT type::text, count(*) AS n FROM links WHERE bank = q.bank GROUP BY type
        UNION ALL
        SELECT 'entity', count(*) FROM mentions WHERE bank = q.bank HAVING count(*) > 0
    ) AS by_type) AS links,
    (SELECT jsonb_object_agg(status, n) FROM (
        SELECT j.status, count(*) AS n
        FROM operations AS o JOIN procrastinate_jobs AS j ON j.id = o.job
        WHERE o.bank = q.bank GROUP BY j.status
    ) AS by_status) AS operations,
    (SELECT count(*) FROM documents WHERE bank = q.bank) AS documents,
    (SELECT count(*) FROM entities WHERE bank = q.bank) AS entities,
    (SELECT max(known_at) FROM memories WHERE bank = q.bank) AS last_memory_at,
    (SELECT max(received_at) FROM documents WHERE bank = q.bank) AS last_document_at
FROM (SELECT %(bank)s::uuid AS bank) AS q;
