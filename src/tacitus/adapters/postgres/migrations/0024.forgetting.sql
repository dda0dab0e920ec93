-- What went when something was forgotten, without a word of it; and what is kept away from a bank.

-- Whatever becomes of the bank, its receipts stay: they are the tenant's.
CREATE TABLE receipts (
    tenant text COLLATE "C" NOT NULL,
    id uuid NOT NULL,
    bank uuid NOT NULL,
    subject text NOT NULL,
    at timestamptz NOT NULL,
    counts jsonb NOT NULL,
    ids jsonb NOT NULL,
    PRIMARY KEY (tenant, id)
);
CREATE INDEX receipts_by_bank ON receipts (bank, at);

ALTER TABLE receipts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON receipts USING (
    tenant = tacitus.current_tenant() OR bank = tacitus.current_bank() OR tacitus.across()
);

-- Sentences that were retracted, by keys that do not tell them: no document of the bank brings them back.
CREATE TABLE kept_away (
    bank uuid NOT NULL REFERENCES banks ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (bank, key)
);

DO $$ BEGIN PERFORM guard('kept_away'); END $$; -- yoyo prints what a SELECT gives

-- Until when a memory is recalled; NULL is for ever.
ALTER TABLE memories ADD COLUMN expires_at timestamptz;
CREATE INDEX memories_by_expiry ON memories (bank, expires_at) WHERE expires_at IS NOT NULL;
