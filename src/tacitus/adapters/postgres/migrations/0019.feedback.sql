-- What users say of recalls: which of the memories helped.

CREATE TABLE feedback (
    bank uuid NOT NULL REFERENCES banks ON DELETE CASCADE,
    id uuid NOT NULL,
    question text NOT NULL,
    helpful boolean NOT NULL, -- whether any memory helped when it was given
    asked_at timestamptz NOT NULL,
    given_at timestamptz NOT NULL,
    PRIMARY KEY (bank, id)
);

CREATE TABLE helped (
    bank uuid NOT NULL,
    feedback uuid NOT NULL,
    memory uuid NOT NULL,
    place integer NOT NULL,
    PRIMARY KEY (bank, feedback, memory),
    FOREIGN KEY (bank, feedback) REFERENCES feedback ON DELETE CASCADE,
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE
);
CREATE INDEX helped_by_memory ON helped (bank, memory);
