-- What users decide of who is who: forms denied after a split, and who was merged into whom.

ALTER TABLE entities ADD COLUMN denied text[] NOT NULL DEFAULT '{}';
-- Whether a memory names only somebody who was merged into the entity.
ALTER TABLE mentions ADD COLUMN lent boolean NOT NULL DEFAULT false;

-- Entities as they were when they were merged, kept with the one that now stands for them.
CREATE TABLE absorbed (
    bank uuid NOT NULL,
    id uuid NOT NULL,
    holder uuid NOT NULL,        -- the entity that stands for it now
    merged_into uuid NOT NULL,   -- the one it was merged into, which may have been merged since
    merged_at timestamptz NOT NULL,
    name text NOT NULL,
    key text COLLATE "C" NOT NULL,
    type text NOT NULL,
    first_seen timestamptz NOT NULL,
    last_seen timestamptz NOT NULL,
    mention_count integer NOT NULL,
    aliases text[] NOT NULL,
    denied text[] NOT NULL,
    PRIMARY KEY (bank, id),
    FOREIGN KEY (bank, holder) REFERENCES entities ON DELETE CASCADE
);
CREATE INDEX absorbed_by_holder ON absorbed (bank, holder);

CREATE TABLE absorbed_mentions (
    bank uuid NOT NULL,
    entity uuid NOT NULL,
    memory uuid NOT NULL,
    surface text NOT NULL,
    PRIMARY KEY (bank, entity, memory),
    FOREIGN KEY (bank, entity) REFERENCES absorbed ON DELETE CASCADE,
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE
);
CREATE INDEX absorbed_mentions_by_memory ON absorbed_mentions (bank, memory);
