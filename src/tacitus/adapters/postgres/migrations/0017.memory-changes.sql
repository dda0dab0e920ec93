-- What people changed of memories by hand.

CREATE TABLE memory_changes (
    bank uuid NOT NULL,
    memory uuid NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY, -- the order in which they came
    at timestamptz NOT NULL,
    act text NOT NULL,
    reason text NOT NULL,
    before jsonb NOT NULL,
    PRIMARY KEY (bank, memory, id),
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE
);
