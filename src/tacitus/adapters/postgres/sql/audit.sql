-- name: add_audited
-- Keep rows of one tenant, in the order of the arrays.
INSERT INTO audit (tenant, at, key, request, what, bank_name, status)
SELECT %(tenant)s::text, r.at, r.key, r.request, r.what, r.bank, r.status
FROM unnest(
    %(at)s::timestamptz[], %(key)s::uuid[], %(request)s::text[], %(what)s::text[], %(bank)s::text[],
    %(status)s::smallint[]
) WITH ORDINALITY AS r (at, key, request, what, bank, status, place)
ORDER BY r.place;

-- name: audited_page
-- A page of a tenant's rows, latest first, each with how many there are in all.
WITH found AS (
    SELECT id, at, key, request, what, bank_name, status
    FROM audit
    WHERE
        tenant = %(tenant)s::text
        AND (%(bank)s::text IS NULL OR bank_name = %(bank)s::text)
        AND (%(key)s::uuid IS NULL OR key = %(key)s::uuid)
        AND (%(request)s::text IS NULL OR request = %(request)s::text)
        AND (%(since)s::timestamptz IS NULL OR at >= %(since)s::timestamptz)
        AND (%(until)s::timestamptz IS NULL OR at < %(until)s::timestamptz)
),
page AS (
    SELECT * FROM found ORDER BY at DESC, id DESC
    LIMIT %(limit)s::bigint OFFSET %(offset)s::bigint
)
SELECT total.n AS total, page.*
FROM (SELECT count(*) AS n FROM found) AS total LEFT JOIN page ON true
ORDER BY page.at DESC, page.id DESC;

-- name: prune_audited
-- Delete the rows of all tenants that are older.
DELETE FROM audit WHERE at < %(before)s::timestamptz;
