-- What Tacitus keeps. Every key starts with the bank, so that banks can be spread over machines and
-- row-level security can be laid over every table alike.

CREATE TYPE network AS ENUM ('world', 'experience', 'opinion', 'observation');
CREATE TYPE memory_state AS ENUM ('valid', 'superseded', 'invalidated');
CREATE TYPE link_type AS ENUM (
    'entity', 'temporal', 'semantic', 'causes', 'caused_by', 'enables', 'prevents'
);

-- --------------------------------------------------------------------------- banks

CREATE TABLE banks (
    id uuid PRIMARY KEY,
    tenant text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    title text NOT NULL,
    mission text NOT NULL,
    background text NOT NULL,
    disposition jsonb NOT NULL,
    config jsonb NOT NULL,
    embedder text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    memory_count bigint NOT NULL DEFAULT 0, -- N of BM25
    term_count bigint NOT NULL DEFAULT 0,   -- its total length; their quotient is avgdl
    UNIQUE (tenant, name)
);

-- --------------------------------------------------------------------------- documents

CREATE TABLE documents (
    bank uuid NOT NULL REFERENCES banks ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    text text NOT NULL,
    length integer NOT NULL,
    written_at timestamptz,
    received_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    digest text NOT NULL,
    context text NOT NULL,
    metadata jsonb NOT NULL,
    tags text[] NOT NULL,
    entities jsonb NOT NULL,
    revision integer NOT NULL,
    PRIMARY KEY (bank, id)
);
CREATE INDEX documents_by_time ON documents (bank, received_at, id);

CREATE TABLE chunks (
    bank uuid NOT NULL,
    document text COLLATE "C" NOT NULL,
    index integer NOT NULL,
    starts integer NOT NULL,
    ends integer NOT NULL,
    text text NOT NULL,
    digest text NOT NULL,
    PRIMARY KEY (bank, document, index),
    FOREIGN KEY (bank, document) REFERENCES documents ON DELETE CASCADE
);

-- --------------------------------------------------------------------------- memories
-- A memory's row is cut in two: what the searches look at, and what is only read. So an exact scan
-- of 100,000 vectors with filters touches one narrow table and joins nothing.

CREATE TABLE memories (
    bank uuid NOT NULL REFERENCES banks ON DELETE CASCADE,
    id uuid NOT NULL,
    -- First what has a fixed width and is always there: so the vector lies at a known place.
    mentioned_at timestamptz NOT NULL,
    known_at timestamptz NOT NULL,
    network network NOT NULL,
    state memory_state NOT NULL,
    -- No dimension: banks may use different embedders. An index over one bank's vectors can be a
    -- partial one on the expression (embedding::halfvec(n)).
    embedding halfvec NOT NULL,
    tags text[] NOT NULL,
    superseded_by uuid,
    occurred_start timestamptz,
    occurred_end timestamptz,
    valid_until timestamptz,
    state_key text COLLATE "C",
    PRIMARY KEY (bank, id)
);
-- In the row, uncompressed, whatever its length: a scan must not look into the TOAST table.
ALTER TABLE memories ALTER COLUMN embedding SET STORAGE MAIN;
CREATE INDEX memories_by_mention ON memories (bank, mentioned_at, id)
    INCLUDE (network, state, known_at);
CREATE INDEX memories_by_occurrence ON memories (bank, occurred_start, occurred_end)
    WHERE occurred_start IS NOT NULL;
CREATE INDEX memories_by_state_key ON memories (bank, state_key, mentioned_at)
    WHERE state_key IS NOT NULL;
CREATE INDEX memories_made ON memories (bank, network) WHERE network IN ('opinion', 'observation');

CREATE TABLE memory_texts (
    bank uuid NOT NULL,
    memory uuid NOT NULL,
    confidence double precision,         -- folded from the evidence
    initial_confidence double precision, -- before any evidence
    tokens integer NOT NULL,
    proof_count integer NOT NULL,
    dating text NOT NULL,
    text text NOT NULL,
    speaker text,
    context text NOT NULL,
    metadata jsonb NOT NULL,
    state_reason text NOT NULL,
    PRIMARY KEY (bank, memory),
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE
);

-- Which memory replaced which, as it was stated. What follows from it, while successors may be
-- invalidated, stands in memories: state, superseded_by, valid_until.
CREATE TABLE supersessions (
    bank uuid NOT NULL,
    old uuid NOT NULL,
    new uuid NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (bank, old),
    FOREIGN KEY (bank, old) REFERENCES memories ON DELETE CASCADE,
    FOREIGN KEY (bank, new) REFERENCES memories ON DELETE CASCADE
);
CREATE INDEX supersessions_by_new ON supersessions (bank, new);

CREATE TABLE sources (
    bank uuid NOT NULL,
    memory uuid NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY, -- the order in which they came
    document text COLLATE "C" NOT NULL,
    chunk integer NOT NULL,
    starts integer NOT NULL,
    ends integer NOT NULL,
    speaker text,
    mentioned_at timestamptz NOT NULL,
    PRIMARY KEY (bank, memory, id),
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE
);
CREATE INDEX sources_by_document ON sources (bank, document, chunk);

CREATE TABLE accesses (
    bank uuid NOT NULL,
    memory uuid NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (bank, memory),
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE
);

-- --------------------------------------------------------------------------- keywords
-- Terms are hashed to [0, 10^9), salted with the bank, so that one GIN index serves all banks and
-- sparsevec (at most 10^9 dimensions) can hold them. See docs/decisions/0005-keyword-search.md.

CREATE TABLE memory_terms (
    bank uuid NOT NULL,
    memory uuid NOT NULL,
    length integer NOT NULL,    -- terms, repetitions included
    terms integer[] NOT NULL,   -- distinct
    once sparsevec NOT NULL,    -- 1 for each term that stands there once
    twice sparsevec,            -- 1 for each term that stands there twice
    often integer[],            -- terms that stand there more than twice,
    often_counts integer[],     -- and how often
    PRIMARY KEY (bank, memory),
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE
);
ALTER TABLE memory_terms ALTER COLUMN once SET STORAGE MAIN;
-- No pending list: a memory must be found at once, and fast.
CREATE INDEX memory_terms_by_term ON memory_terms USING gin (terms) WITH (fastupdate = off);

CREATE TABLE term_stats (
    bank uuid NOT NULL REFERENCES banks ON DELETE CASCADE,
    term integer NOT NULL,
    memories integer NOT NULL, -- df of BM25
    PRIMARY KEY (bank, term)
);

-- --------------------------------------------------------------------------- the graph

CREATE TABLE entities (
    bank uuid NOT NULL REFERENCES banks ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    key text COLLATE "C" NOT NULL,
    type text NOT NULL,
    first_seen timestamptz NOT NULL,
    last_seen timestamptz NOT NULL,
    mention_count integer NOT NULL,
    aliases text[] NOT NULL,
    PRIMARY KEY (bank, id),
    UNIQUE (bank, key)
);
CREATE INDEX entities_by_mentions ON entities (bank, mention_count DESC, key);

-- The folded forms of an entity and the words in them, to find what may be the same.
CREATE TABLE entity_words (
    bank uuid NOT NULL,
    word text COLLATE "C" NOT NULL,
    entity uuid NOT NULL,
    PRIMARY KEY (bank, word, entity),
    FOREIGN KEY (bank, entity) REFERENCES entities ON DELETE CASCADE
);
CREATE INDEX entity_words_by_entity ON entity_words (bank, entity);

CREATE TABLE mentions (
    bank uuid NOT NULL,
    memory uuid NOT NULL,
    entity uuid NOT NULL,
    surface text NOT NULL,
    PRIMARY KEY (bank, memory, entity),
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE,
    FOREIGN KEY (bank, entity) REFERENCES entities ON DELETE CASCADE
);
CREATE INDEX mentions_by_entity ON mentions (bank, entity, memory);

CREATE TABLE links (
    bank uuid NOT NULL,
    source uuid NOT NULL,
    target uuid NOT NULL,
    weight double precision NOT NULL CHECK (weight > 0 AND weight <= 1),
    type link_type NOT NULL,
    PRIMARY KEY (bank, source, target, type),
    FOREIGN KEY (bank, source) REFERENCES memories ON DELETE CASCADE,
    FOREIGN KEY (bank, target) REFERENCES memories ON DELETE CASCADE,
    CHECK (source <> target)
);
CREATE INDEX links_by_target ON links (bank, target);

-- --------------------------------------------------------------------------- beliefs

-- The memories that an observation or opinion was made from.
CREATE TABLE drawn_from (
    bank uuid NOT NULL,
    memory uuid NOT NULL,
    basis uuid NOT NULL,
    PRIMARY KEY (bank, memory, basis),
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE,
    FOREIGN KEY (bank, basis) REFERENCES memories ON DELETE CASCADE
);
CREATE INDEX drawn_from_by_basis ON drawn_from (bank, basis);

CREATE TABLE evidence (
    bank uuid NOT NULL,
    id uuid NOT NULL,
    opinion uuid NOT NULL,
    memory uuid,
    relation text NOT NULL,
    source text NOT NULL,
    at timestamptz NOT NULL,
    assessor text NOT NULL,
    reason text NOT NULL,
    weight double precision NOT NULL,
    PRIMARY KEY (bank, id),
    FOREIGN KEY (bank, opinion) REFERENCES memories ON DELETE CASCADE,
    FOREIGN KEY (bank, memory) REFERENCES memories ON DELETE CASCADE
);
CREATE INDEX evidence_by_opinion ON evidence (bank, opinion, at, id);
CREATE INDEX evidence_by_memory ON evidence (bank, memory) WHERE memory IS NOT NULL;

-- --------------------------------------------------------------------------- background work

-- What a user sees of a job. Its status is the queue's own, joined and never copied.
CREATE TABLE operations (
    bank uuid NOT NULL REFERENCES banks ON DELETE CASCADE,
    id uuid NOT NULL,
    job bigint NOT NULL,
    kind text NOT NULL,
    payload jsonb NOT NULL,
    order_key text,
    dedupe_key text,
    progress jsonb,
    result jsonb,
    error text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (bank, id)
);
CREATE INDEX operations_by_job ON operations (job);
CREATE INDEX operations_by_time ON operations (bank, created_at, id);

-- --------------------------------------------------------------------------- upkeep

-- A bank fills in minutes: statistics and visibility must follow sooner than by default.
DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'chunks', 'documents', 'entities', 'entity_words', 'links', 'memories', 'memory_terms',
        'memory_texts', 'mentions', 'sources', 'term_stats'
    ] LOOP
        EXECUTE format(
            'ALTER TABLE %I SET ('
            ' autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 500,'
            ' autovacuum_vacuum_insert_scale_factor = 0.1)', name
        );
    END LOOP;
END $$;

-- --------------------------------------------------------------------------- filters

-- Whether a search may find a memory: `tacitus.domain.filtering.admits`, for the planner to inline.
-- NULL asks nothing of tags, occurrence or the time as of which is asked.
CREATE FUNCTION admits(
    m memories,
    networks network[],
    asked text[],
    tag_match text,
    occurred_from timestamptz,
    occurred_until timestamptz,
    as_of timestamptz,
    superseded boolean
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT m.network = ANY (networks)
    AND CASE
        WHEN as_of IS NOT NULL THEN m.state <> 'invalidated' AND m.mentioned_at <= as_of
            AND (m.valid_until IS NULL OR m.valid_until > as_of)
        WHEN superseded THEN m.state <> 'invalidated'
        ELSE m.state = 'valid'
    END
    AND (
        asked IS NULL
        OR CASE tag_match
            WHEN 'any' THEN m.tags = '{}' OR m.tags && asked
            WHEN 'all' THEN m.tags = '{}' OR m.tags @> asked
            WHEN 'any_strict' THEN m.tags && asked
            WHEN 'all_strict' THEN m.tags @> asked
            ELSE m.tags @> asked AND m.tags <@ asked
        END
    )
    AND (
        occurred_from IS NULL
        -- Half-open, but that an instant overlaps what contains it.
        OR (m.occurred_start < occurred_until OR m.occurred_start = occurred_from)
        AND (m.occurred_end > occurred_from OR m.occurred_start = occurred_from)
    )
$$;
