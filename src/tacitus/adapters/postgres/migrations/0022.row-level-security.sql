-- Row-level security: a connection sees the bank or the tenant that it named, and nothing of others,
-- whatever a statement forgets to ask for. See docs/decisions/0014-row-level-security.md.

-- What a connection named; NULL, which equals nothing, where it named none. `Database.connection` does.
CREATE FUNCTION current_bank() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT nullif(current_setting('tacitus.bank', true), '')::uuid
$$;

CREATE FUNCTION current_tenant() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT nullif(current_setting('tacitus.tenant', true), '')
$$;

-- Whether a connection said that its work is for all tenants.
CREATE FUNCTION across() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(current_setting('tacitus.across', true), '') = 'yes'
$$;

-- The role that work is done as, where who connects may make it. Each database has its own: roles are
-- of the whole server, and who may take one of them must not get into other databases by it.
CREATE FUNCTION application_role() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT 'tacitus_app_' || oid FROM pg_database WHERE datname = current_database()
$$;

-- Guard a table whose rows are of the bank in its column `bank`: for each table with such a column, in
-- the migration that makes it. The owner is bound as well where work is done as the owner: whoever opens
-- the database sees to that (`guarding.py`), not while older servers are at work, which name nothing.
CREATE FUNCTION guard(guarded regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', guarded);
    EXECUTE format('CREATE POLICY own_bank ON %s USING (bank = tacitus.current_bank())', guarded);
END $$;

-- Guard a table whose rows are of the tenant in its column `tenant`, and of no bank.
CREATE FUNCTION guard_tenant(guarded regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', guarded);
    EXECUTE format(
        'CREATE POLICY own_tenant ON %s'
        ' USING (tenant = tacitus.current_tenant() OR tacitus.across())', guarded
    );
END $$;

-- All tables at once or none: servers of the version before are at work, and would be in each other's
-- and our way if we came by the tables one by one. Given up before a deadlock would be noticed.
DO $$
DECLARE
    names text;
    tries integer := 0;
BEGIN
    SELECT string_agg(c.oid::regclass::text, ', ' ORDER BY c.relname <> 'banks', c.relname) INTO names
    FROM pg_class AS c
    WHERE c.relnamespace = 'tacitus'::regnamespace AND c.relkind = 'r' AND (
        c.relname = 'banks' OR EXISTS (
            SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'bank'
        )
    );
    PERFORM set_config('lock_timeout', '500ms', true);
    LOOP
        BEGIN
            EXECUTE 'LOCK TABLE ' || names || ' IN ACCESS EXCLUSIVE MODE';
            EXIT;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            tries := tries + 1;
            IF tries = 120 THEN
                RAISE;
            END IF;
            PERFORM pg_sleep(0.1);
        END;
    END LOOP;
    PERFORM set_config('lock_timeout', '0', true);
END $$;

DO $$
DECLARE name regclass;
BEGIN
    FOR name IN
        SELECT c.oid::regclass FROM pg_class AS c
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'bank'
        WHERE c.relnamespace = 'tacitus'::regnamespace AND c.relkind = 'r'
    LOOP
        PERFORM guard(name);
    END LOOP;
END $$;

-- A bank is seen by its tenant, and by who works in it.
ALTER TABLE banks ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON banks
    USING (tenant = tacitus.current_tenant() OR id = tacitus.current_bank() OR tacitus.across());

-- Which work waits is counted over all banks.
CREATE POLICY across_banks ON operations FOR SELECT USING (tacitus.across());

-- What the searches look at of the connection's bank. Under a policy operators that might tell of rows
-- that must not be seen (of enums, arrays and vectors) neither look into an index before it, nor are
-- statistics asked of them. A view of who is above policies may do both, and sees to the bank by itself.
CREATE VIEW memories_held AS (
    SELECT
        m AS whole, m.bank, m.id, m.network, m.state, m.embedding, m.tags, m.mentioned_at,
        m.known_at, m.occurred_start, m.occurred_end, m.state_key
    FROM memories AS m WHERE m.bank = tacitus.current_bank()
);

CREATE VIEW terms_held AS SELECT * FROM memory_terms WHERE bank = tacitus.current_bank();
