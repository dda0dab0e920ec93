-- Who may do what. Of a key only its digest is kept.

CREATE TABLE keys (
    id uuid PRIMARY KEY,
    tenant text NOT NULL,
    label text NOT NULL,
    may text NOT NULL CHECK (may IN ('read', 'write', 'admin')),
    banks text[],
    digest bytea NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz,
    used_at timestamptz
);

CREATE INDEX keys_by_tenant ON keys (tenant, created_at, id);

-- Since when keys are asked for, by every server of this database; at most one row. It belongs to no
-- tenant, and stays when keys go.
CREATE TABLE keys_wanted (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    since timestamptz NOT NULL
);

DO $$ BEGIN PERFORM guard_tenant('keys'); END $$; -- yoyo prints what a SELECT gives

-- Whether keys are asked for is told to everybody: hidden, it would look as if there were none.
ALTER TABLE keys_wanted ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON keys_wanted USING (true);
