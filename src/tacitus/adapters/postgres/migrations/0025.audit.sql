-- Who asked for what of which bank. Banks are known by name: rows stay when a bank goes.

CREATE TABLE audit (
    tenant text NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz NOT NULL,
    key uuid,
    request text NOT NULL,
    what text NOT NULL,
    bank_name text,
    status smallint NOT NULL,
    PRIMARY KEY (tenant, id)
);

CREATE INDEX audit_by_time ON audit (tenant, at DESC, id DESC);
CREATE INDEX audit_by_age ON audit USING brin (at);

DO $$ BEGIN PERFORM guard_tenant('audit'); END $$; -- yoyo prints what a SELECT gives
