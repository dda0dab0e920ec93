-- Who is told when background work is done. What was told stands in the operations.

CREATE TABLE webhooks (
    bank uuid NOT NULL REFERENCES banks ON DELETE CASCADE,
    id uuid NOT NULL,
    url text NOT NULL,
    secret text NOT NULL,
    events text[] NOT NULL,
    enabled boolean NOT NULL,
    method text NOT NULL,
    seconds integer NOT NULL,
    headers jsonb NOT NULL,
    params jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (bank, id)
);
