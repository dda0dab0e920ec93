-- name: webhooks_of
-- The webhooks of a bank, oldest first.
SELECT * FROM webhooks WHERE bank = %(bank)s::uuid ORDER BY created_at, id;

-- name: save_webhook
-- Write a webhook.
INSERT INTO webhooks (
    bank, id, url, secret, events, enabled, method, seconds, headers, params, created_at, updated_at
)
VALUES (
    %(bank)s::uuid, %(id)s::uuid, %(url)s::text, %(secret)s::text, %(events)s::text[],
    %(enabled)s::boolean, %(method)s::text, %(seconds)s::integer, %(headers)s::jsonb,
    %(params)s::jsonb, %(created_at)s::timestamptz, %(updated_at)s::timestamptz
)
ON CONFLICT (bank, id) DO UPDATE SET
    url = excluded.url, secret = excluded.secret, events = excluded.events,
    enabled = excluded.enabled, method = excluded.method, seconds = excluded.seconds,
    headers = excluded.headers, params = excluded.params, updated_at = excluded.updated_at;

-- name: delete_webhook
-- Delete a webhook; gives back its id, if it was there.
DELETE FROM webhooks WHERE bank = %(bank)s::uuid AND id = %(id)s::uuid RETURNING id;
