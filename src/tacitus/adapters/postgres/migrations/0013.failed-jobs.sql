-- Failed jobs are counted often, and are few among those that were done.

CREATE INDEX failed_jobs ON procrastinate_jobs (id) WHERE status = 'failed';
