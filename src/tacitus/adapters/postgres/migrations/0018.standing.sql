-- What stands in a bank besides its memories: directives, and questions that are answered anew.

CREATE TABLE directives (
    bank uuid NOT NULL REFERENCES banks ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    content text NOT NULL,
    priority integer NOT NULL,
    active boolean NOT NULL,
    tags text[] NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (bank, id)
);

CREATE TABLE standing_answers (
    bank uuid NOT NULL REFERENCES banks ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    name text NOT NULL,
    question text NOT NULL,
    content text NOT NULL,
    tags text[] NOT NULL,
    max_tokens integer NOT NULL,
    based_on jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    refreshed_at timestamptz,
    seen_at timestamptz,
    failed_at timestamptz,
    PRIMARY KEY (bank, id)
);

CREATE TABLE answer_versions (
    bank uuid NOT NULL,
    answer text COLLATE "C" NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY, -- the order in which they came
    content text NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (bank, answer, id),
    FOREIGN KEY (bank, answer) REFERENCES standing_answers ON DELETE CASCADE
);
