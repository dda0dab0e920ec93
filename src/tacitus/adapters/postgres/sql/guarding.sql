-- name: tell
-- Say whose rows the work of this connection is about from now on, and how statements are planned.
SELECT
    set_config('tacitus.bank', %(bank)s::text, false),
    set_config('tacitus.tenant', %(tenant)s::text, false),
    set_config('tacitus.across', %(across)s::text, false),
    set_config('plan_cache_mode', %(planning)s::text, false);

-- name: in_turn
-- Let only one process see to roles and tables, until the transaction ends; nor while one migrates.
SELECT pg_advisory_xact_lock(7283945120356);

-- name: standing
-- How who connected stands to row-level security: the application's role, whether it is made and may
-- reach every table; which of our tables bind their owner, and which do not; whether servers are at
-- work that were started before there was row-level security, and so tell nothing.
WITH tables AS (
    SELECT c.oid, c.relrowsecurity AS guarded, c.relforcerowsecurity AS forced
    FROM pg_class AS c
    WHERE c.relnamespace = 'tacitus'::regnamespace AND c.relkind IN ('r', 'v')
        AND NOT starts_with(ltrim(c.relname, '_'), 'yoyo')
)
SELECT
    a.name AS role, session_user::text AS user, r.oid IS NOT NULL AS made,
    me.rolsuper AS super, me.rolbypassrls AS passes, me.rolsuper OR me.rolcreaterole AS makes,
    r.oid IS NOT NULL AND has_schema_privilege(r.oid, 'tacitus', 'USAGE')
        AND (SELECT bool_and(has_table_privilege(r.oid, oid, 'SELECT')) FROM tables) AS granted,
    ARRAY (SELECT oid::regclass::text FROM tables WHERE guarded AND forced) AS forced,
    ARRAY (SELECT oid::regclass::text FROM tables WHERE guarded AND NOT forced) AS unforced,
    EXISTS (
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND usename = session_user AND pid <> pg_backend_pid()
            AND application_name || ' guarded' = current_setting('application_name')
    ) AS older
FROM (SELECT application_role() AS name) AS a
JOIN pg_roles AS me ON me.rolname = session_user
LEFT JOIN pg_roles AS r ON r.rolname = a.name;

-- name: make_role
-- Make the role that work is done as: it cannot log in, and owns nothing.
DO $$ BEGIN
    EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', tacitus.application_role());
    EXECUTE format('GRANT %I TO CURRENT_USER', tacitus.application_role());
END $$;

-- name: grant_role
-- Let the application's role read and write our tables, and no role that another database has for that.
DO $$
DECLARE
    app text := tacitus.application_role();
    name text;
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA tacitus TO %I', app);
    FOR name IN
        SELECT c.oid::regclass::text FROM pg_class AS c
        WHERE c.relnamespace = 'tacitus'::regnamespace AND c.relkind = 'r'
            AND NOT starts_with(ltrim(c.relname, '_'), 'yoyo')
    LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', name, app);
    END LOOP;
    FOR name IN
        SELECT c.oid::regclass::text FROM pg_class AS c
        WHERE c.relnamespace = 'tacitus'::regnamespace AND c.relkind = 'v'
    LOOP
        EXECUTE format('GRANT SELECT ON %s TO %I', name, app);
    END LOOP;
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA tacitus TO %I', app);
    FOR name IN
        SELECT rolname FROM pg_roles
        WHERE rolname ~ '^tacitus_app_[0-9]+$' AND rolname <> app
            AND has_schema_privilege(oid, 'tacitus', 'USAGE')
    LOOP
        EXECUTE format('REVOKE ALL ON SCHEMA tacitus FROM %I', name);
    END LOOP;
END $$;

-- name: force
-- Bind the owner of a table by its policies too.
ALTER TABLE {table} FORCE ROW LEVEL SECURITY;

-- name: unforce
-- Let the owner of a table see all of it.
ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY;

-- name: forced
-- Our tables that bind their owner.
SELECT c.relname AS name FROM pg_class AS c
WHERE c.relnamespace = 'tacitus'::regnamespace AND c.relforcerowsecurity;

-- name: take_role
-- Go on as the application's role.
SET ROLE {role};

-- name: leave_role
-- Go on as who connected.
RESET ROLE;

-- name: holds
-- Whether the policies of all our tables bind whoever asks, and who asks may use vectors.
SELECT bool_and(row_security_active(c.oid)) AND (
    SELECT has_schema_privilege(extnamespace, 'USAGE') FROM pg_extension WHERE extname = 'vector'
) AS holds
FROM pg_class AS c
WHERE c.relnamespace = 'tacitus'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity;
