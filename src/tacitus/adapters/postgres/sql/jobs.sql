-- name: taken
-- Which of some jobs were added before; and which dedupe keys of some a job that still waits has.
SELECT id, NULL AS key FROM operations WHERE bank = %(bank)s::uuid AND id = ANY (%(ids)s::uuid[])
UNION ALL
SELECT NULL, queueing_lock FROM procrastinate_jobs
WHERE status = 'todo' AND queueing_lock = ANY (%(keys)s::text[]);

-- name: insert_operations
-- What users see of jobs.
INSERT INTO operations (
    bank, id, job, kind, payload, order_key, created_at, updated_at
)
SELECT r.bank, r.id, r.job, r.kind, r.payload, r.order_key, r.now, r.now
FROM jsonb_to_recordset(%(rows)s::jsonb) AS r (
    bank uuid, id uuid, job bigint, kind text, payload jsonb, order_key text,
    now timestamptz
);

-- name: operation_with_id
-- One operation, with the queue's own status.
SELECT o.*, j.status::text AS status, j.attempts, j.scheduled_at
FROM operations AS o JOIN procrastinate_jobs AS j ON j.id = o.job
WHERE o.bank = %(bank)s::uuid AND o.id = %(operation)s::uuid;

-- name: operations_by_time
-- A page of operations, newest first, each row with their number; one row without an operation past
-- the end.
WITH found AS (
    SELECT o.*, j.status::text AS status, j.attempts, j.scheduled_at
    FROM operations AS o JOIN procrastinate_jobs AS j ON j.id = o.job
    WHERE o.bank = %(bank)s::uuid
        AND (%(statuses)s::text[] IS NULL OR j.status::text = ANY (%(statuses)s::text[]))
        AND (%(kind)s::text IS NULL OR o.kind = %(kind)s::text)
), page AS (
    SELECT * FROM found
    ORDER BY created_at DESC, job DESC LIMIT %(limit)s::bigint OFFSET %(offset)s::bigint
)
SELECT total.n AS total, page.*
FROM (SELECT count(*) AS n FROM found) AS total LEFT JOIN page ON true
ORDER BY page.created_at DESC, page.job DESC;

-- name: note_progress
-- How far long work has come.
UPDATE operations SET progress = %(progress)s::jsonb, updated_at = %(now)s::timestamptz
WHERE bank = %(bank)s::uuid AND id = %(operation)s::uuid;

-- name: note_start
-- Work begins. Its dedupe key is free from here on: what comes now asks for work of its own.
WITH released AS (
    UPDATE procrastinate_jobs AS j SET queueing_lock = NULL
    FROM operations AS o
    WHERE o.bank = %(bank)s::uuid AND o.id = %(operation)s::uuid AND j.id = o.job
)
UPDATE operations SET updated_at = %(now)s::timestamptz
WHERE bank = %(bank)s::uuid AND id = %(operation)s::uuid;

-- name: note_end
-- What became of the work, and what stays of what it was asked to do.
UPDATE operations SET
    result = %(result)s::jsonb, error = %(error)s::text,
    payload = coalesce(%(payload)s::jsonb, payload),
    updated_at = %(now)s::timestamptz
WHERE bank = %(bank)s::uuid AND id = %(operation)s::uuid;

-- name: give_new_job
-- Let an operation be done by another job.
UPDATE operations SET job = %(job)s::bigint, error = NULL, updated_at = %(now)s::timestamptz
WHERE bank = %(bank)s::uuid AND id = %(operation)s::uuid;

-- name: delete_operation
-- Forget an operation that is over; gives back its job.
DELETE FROM operations AS o USING procrastinate_jobs AS j
WHERE o.bank = %(bank)s::uuid AND o.id = %(operation)s::uuid AND j.id = o.job
    AND j.status NOT IN ('todo', 'doing', 'aborting')
RETURNING o.job AS job;

-- name: drop_job
-- Take a job that has ended out of the queue.
DELETE FROM procrastinate_jobs WHERE id = %(job)s::bigint AND status NOT IN ('todo', 'doing');

-- name: free_stalled
-- Give back the jobs of workers whose heart stopped; a job that killed its worker too often fails.
WITH stalled AS (
    SELECT id, attempts, args FROM procrastinate_jobs AS j
    WHERE status = 'doing' AND NOT EXISTS (
        SELECT FROM procrastinate_workers AS w WHERE w.id = j.worker_id
            AND w.last_heartbeat > now() - make_interval(secs => %(lease)s::float8)
    )
    FOR UPDATE SKIP LOCKED
)
SELECT id, attempts, (args ->> 'bank')::uuid AS bank, CASE WHEN attempts + 1 >= %(most)s::integer
    THEN procrastinate_finish_job_v1(id, 'failed', false)
    ELSE procrastinate_retry_job_v2(id, now(), NULL, NULL, NULL)
END
FROM stalled;

-- name: note_stalled
-- Say of a job, if it failed, that its workers died.
UPDATE operations AS o SET error = %(error)s::text, updated_at = %(now)s::timestamptz
FROM procrastinate_jobs AS j
WHERE o.bank = %(bank)s::uuid AND o.job = %(job)s::bigint AND j.id = o.job
    AND j.status = 'failed';

-- name: note_cancelled
-- A job was taken out of the queue.
UPDATE operations SET updated_at = %(now)s::timestamptz
WHERE bank = %(bank)s::uuid AND id = %(operation)s::uuid;

-- name: release_stalled_keys
-- Free the dedupe keys of jobs whose worker died: others may wait under them meanwhile.
UPDATE procrastinate_jobs AS j SET queueing_lock = NULL
WHERE status = 'doing' AND queueing_lock IS NOT NULL AND NOT EXISTS (
    SELECT FROM procrastinate_workers AS w WHERE w.id = j.worker_id
        AND w.last_heartbeat > now() - make_interval(secs => %(lease)s::float8)
);

-- name: backlog
-- What there is to do over all banks: in some queues, and in the others, where it has to wait.
WITH open AS (
    SELECT j.status, j.queue_name = ANY (%(queues)s::text[]) AS ours,
        coalesce(j.scheduled_at > now(), false) AS later, j.scheduled_at,
        extract(epoch FROM %(now)s::timestamptz - coalesce(j.scheduled_at, o.updated_at)) AS age,
        w.last_heartbeat + make_interval(secs => %(lease)s::float8) AS leased_until
    FROM procrastinate_jobs AS j
    JOIN operations AS o ON o.job = j.id
    LEFT JOIN procrastinate_workers AS w ON w.id = j.worker_id
    WHERE j.status IN ('todo', 'doing')
)
SELECT
    count(*) FILTER (WHERE status = 'todo' AND ours AND NOT later) AS due,
    greatest(max(age) FILTER (WHERE status = 'todo' AND ours AND NOT later), 0)::float8
        AS age_seconds,
    count(*) FILTER (WHERE status = 'todo' AND ours AND later) AS later,
    min(scheduled_at) FILTER (WHERE status = 'todo' AND ours AND later) AS next_at,
    count(*) FILTER (WHERE status = 'todo' AND NOT ours) AS for_model,
    count(*) FILTER (WHERE status = 'doing') AS held,
    max(leased_until) FILTER (WHERE status = 'doing') AS held_until,
    (SELECT count(*) FROM procrastinate_jobs WHERE status = 'failed') AS failed,
    (SELECT count(*) FROM procrastinate_workers
        WHERE last_heartbeat > now() - make_interval(secs => %(lease)s::float8)) AS workers
FROM open;
