-- Beliefs: how an opinion came about, and the words it was put in.

-- The disposition under which an opinion was formed; one that was merely read has no row.
CREATE TABLE opinions (
    bank uuid NOT NULL,
    memory uuid NOT NULL,
    disposition jsonb NOT NULL,
    PRIMARY KEY (bank, memory),
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE
);

-- Words that evidence gave an opinion; empty where they stayed.
ALTER TABLE evidence ADD COLUMN rewording text NOT NULL DEFAULT '';

-- Every wording of an opinion that was ever reworded, with what the searches look at, by the event
-- that gave it; the one before any evidence stands under the opinion's own id.
CREATE TABLE wordings (
    bank uuid NOT NULL,
    opinion uuid NOT NULL,
    event uuid NOT NULL,
    embedding halfvec NOT NULL,
    tokens integer NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (bank, opinion, event),
    FOREIGN KEY (bank, opinion) REFERENCES memories ON DELETE CASCADE
);
