-- name: add_key
-- Keep a new key; from then on keys are asked for.
WITH wanted AS (
    INSERT INTO keys_wanted (since) VALUES (%(created_at)s::timestamptz) ON CONFLICT DO NOTHING
)
INSERT INTO keys (id, tenant, label, may, banks, digest, created_at, expires_at)
VALUES (
    %(id)s::uuid, %(tenant)s::text, %(label)s::text, %(may)s::text, %(banks)s::text[],
    %(digest)s::bytea, %(created_at)s::timestamptz, %(expires_at)s::timestamptz
);

-- name: keys_wanted
-- One row once a key was made, for whichever tenant.
SELECT since FROM keys_wanted;

-- name: key_with_id
-- The key with an identity, of whichever tenant.
SELECT * FROM keys WHERE id = %(id)s::uuid;

-- name: keys_of
-- A tenant's keys, oldest first.
SELECT * FROM keys WHERE tenant = %(tenant)s::text ORDER BY created_at, id;

-- name: revoke_key
-- Let a tenant's key be good no more; gives it back, if it was there.
UPDATE keys SET revoked_at = coalesce(revoked_at, %(at)s::timestamptz)
WHERE tenant = %(tenant)s::text AND id = %(id)s::uuid RETURNING *;

-- name: use_key
-- Note when a key was used.
UPDATE keys SET used_at = %(at)s::timestamptz
WHERE tenant = %(tenant)s::text AND id = %(id)s::uuid;
