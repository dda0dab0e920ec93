-- name: directives_of
-- The directives of a bank, oldest first.
SELECT * FROM directives WHERE bank = %(bank)s::uuid ORDER BY created_at, id;

-- name: save_directive
-- Write a directive.
INSERT INTO directives (bank, id, name, content, priority, active, tags, created_at, updated_at)
VALUES (
    %(bank)s::uuid, %(id)s::uuid, %(name)s::text, %(content)s::text, %(priority)s::integer,
    %(active)s::boolean, %(tags)s::text[], %(created_at)s::timestamptz, %(updated_at)s::timestamptz
)
ON CONFLICT (bank, id) DO UPDATE SET
    name = excluded.name, content = excluded.content, priority = excluded.priority,
    active = excluded.active, tags = excluded.tags, updated_at = excluded.updated_at;

-- name: delete_directive
-- Delete a directive; gives back its id, if it was there.
DELETE FROM directives WHERE bank = %(bank)s::uuid AND id = %(id)s::uuid RETURNING id;

-- name: answers_of
-- The standing answers of a bank, or the one with an id, oldest first.
SELECT * FROM standing_answers
WHERE bank = %(bank)s::uuid AND (%(id)s::text IS NULL OR id = %(id)s::text)
ORDER BY created_at, id;

-- name: keep_version
-- Keep what a standing answer says that is about to say something else.
INSERT INTO answer_versions (bank, answer, content, until, rests_on)
SELECT bank, id, content, %(until)s::timestamptz, ARRAY (
    SELECT one ->> 'id' FROM jsonb_array_elements(based_on) AS one
)
FROM standing_answers
WHERE bank = %(bank)s::uuid AND id = %(id)s::text
    AND content <> '' AND content <> %(content)s::text;

-- name: save_answer
-- Write a standing answer.
INSERT INTO standing_answers (
    bank, id, name, question, content, tags, max_tokens, based_on, created_at, refreshed_at,
    seen_at, failed_at
)
VALUES (
    %(bank)s::uuid, %(id)s::text, %(name)s::text, %(question)s::text, %(content)s::text,
    %(tags)s::text[], %(max_tokens)s::integer, %(based_on)s::jsonb, %(created_at)s::timestamptz,
    %(refreshed_at)s::timestamptz, %(seen_at)s::timestamptz, %(failed_at)s::timestamptz
)
ON CONFLICT (bank, id) DO UPDATE SET
    name = excluded.name, question = excluded.question, content = excluded.content,
    tags = excluded.tags, max_tokens = excluded.max_tokens, based_on = excluded.based_on,
    refreshed_at = excluded.refreshed_at, seen_at = excluded.seen_at,
    failed_at = excluded.failed_at;

-- name: delete_answer
-- Delete a standing answer with its versions; gives back its id, if it was there.
DELETE FROM standing_answers WHERE bank = %(bank)s::uuid AND id = %(id)s::text RETURNING id;

-- name: versions_of
-- What a standing answer said before, latest first.
SELECT content, until FROM answer_versions
WHERE bank = %(bank)s::uuid AND answer = %(id)s::text ORDER BY id DESC LIMIT 100;

-- name: withdraw
-- Take away what standing answers said, now or before, where it rests on some memories.
WITH before AS (
    DELETE FROM answer_versions
    WHERE bank = %(bank)s::uuid AND (rests_on IS NULL OR rests_on && %(ids)s::text[])
)
UPDATE standing_answers SET content = '', based_on = '[]', seen_at = NULL
WHERE bank = %(bank)s::uuid AND content <> '' AND EXISTS (
    SELECT FROM jsonb_array_elements(based_on) AS one WHERE one ->> 'id' = ANY (%(ids)s::text[])
);
