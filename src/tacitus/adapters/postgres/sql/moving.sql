-- name: one_moment
-- Let the transaction see the bank as it is now, whatever is written meanwhile.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;

-- name: give_up_on_the_slow
-- End the transaction of who takes or brings nothing for a minute: it holds a connection, and keeps
-- what is deleted from being cleared away.
SET LOCAL idle_in_transaction_session_timeout = '60s';

-- name: join_in_bulk
-- Let the transaction join tables as a whole. Of a bank that has just grown the planner knows nothing,
-- takes it for tiny, and would compare every row with every other.
SELECT set_config('enable_nestloop', 'off', true);

-- name: know_the_new
-- Let the planner know how much there is by now.
ANALYZE banks, documents, chunks, memories, memory_texts, memory_terms, term_stats, sources, entities,
    entity_words, mentions, links;

-- name: parts_in_order
-- The parts of a kind in the order of their key.
SELECT * FROM ({parts}) AS parts ORDER BY {key};

-- name: count_parts
-- How many parts of a kind there are.
SELECT count(*) AS n FROM ({parts}) AS parts;

-- name: rows_as_they_are
-- Parts that are rows of one table.
SELECT {columns} FROM {table} WHERE bank = %(bank)s::uuid

-- name: bank
-- What a bank is, but for where it is.
SELECT title, mission, background, disposition, config, embedder, created_at, updated_at
FROM banks WHERE id = %(bank)s::uuid

-- name: answer_version
-- What standing answers said before, numbered.
SELECT answer, (row_number() OVER (PARTITION BY answer ORDER BY id))::integer - 1 AS place, content,
    until, rests_on
FROM answer_versions WHERE bank = %(bank)s::uuid

-- name: document_change
-- What was done to documents, numbered.
SELECT document, (row_number() OVER (PARTITION BY document ORDER BY id))::integer - 1 AS place, at,
    act, memory, added, removed
FROM document_changes WHERE bank = %(bank)s::uuid

-- name: document
-- Documents; what is forgotten of them by keys that name the bank they were made in.
SELECT id, text, written_at, received_at, created_at, digest, context, metadata, tags, entities,
    revision, turns, ARRAY (
        SELECT key || CASE WHEN strpos(key, '@') = 0 THEN '@' || bank::text ELSE '' END
        FROM unnest(forgotten) WITH ORDINALITY AS f (key, place) ORDER BY place
    ) AS forgotten
FROM documents WHERE bank = %(bank)s::uuid

-- name: kept_away
-- What no document brings back, by keys that name the bank they were made in.
SELECT key || CASE WHEN strpos(key, '@') = 0 THEN '@' || bank::text ELSE '' END AS key, at
FROM kept_away WHERE bank = %(bank)s::uuid

-- name: memory
-- Memories with all that is their own.
SELECT m.id, m.network::text AS network, m.state::text AS state, t.text, t.speaker, t.context,
    t.metadata, m.tags, m.mentioned_at, m.known_at, m.occurred_start, m.occurred_end, t.dating,
    m.valid_until, m.superseded_by, m.state_key, t.state_reason, m.expires_at, t.tokens, t.proof_count,
    coalesce(a.count, 0) AS accesses, a.at AS accessed_at, t.confidence, t.initial_confidence,
    CASE WHEN %(vectors)s::boolean THEN halfvec_send(m.embedding) END AS vector
FROM memories AS m
JOIN memory_texts AS t ON t.bank = m.bank AND t.memory = m.id
LEFT JOIN accesses AS a ON a.bank = m.bank AND a.memory = m.id
WHERE m.bank = %(bank)s::uuid

-- name: source
-- Where memories were read, numbered.
SELECT memory, (row_number() OVER (PARTITION BY memory ORDER BY id))::integer - 1 AS place,
    document, chunk, starts, ends, speaker, mentioned_at
FROM sources WHERE bank = %(bank)s::uuid

-- name: link
-- Links; their types in the order of the alphabet.
SELECT source, target, type::text COLLATE "C" AS type, weight
FROM links WHERE bank = %(bank)s::uuid

-- name: wording
-- How opinions were put at first, and by events that are still there.
SELECT w.opinion, w.event, w.tokens, w.text,
    CASE WHEN %(vectors)s::boolean THEN halfvec_send(w.embedding) END AS vector
FROM wordings AS w
WHERE w.bank = %(bank)s::uuid AND (w.event = w.opinion OR EXISTS (
    SELECT FROM evidence AS e WHERE e.bank = w.bank AND e.id = w.event
))

-- name: memory_change
-- What people changed of memories, numbered.
SELECT memory, (row_number() OVER (PARTITION BY memory ORDER BY id))::integer - 1 AS place, at,
    act, reason, before
FROM memory_changes WHERE bank = %(bank)s::uuid

-- name: feedback
-- Feedback with the memories that are still there; what named memories of which none is left, is not.
SELECT f.id, f.question, h.helped, f.asked_at, f.given_at
FROM feedback AS f
CROSS JOIN LATERAL (
    SELECT ARRAY (
        SELECT memory FROM helped WHERE bank = f.bank AND feedback = f.id ORDER BY place
    ) AS helped
) AS h
WHERE f.bank = %(bank)s::uuid AND (NOT f.helpful OR cardinality(h.helped) > 0)

-- name: holds_rows
-- Whether a table holds anything of the bank.
SELECT EXISTS (SELECT FROM {table} WHERE bank = %(bank)s::uuid) AS held;

-- name: put_bank
-- Let the bank be what another one was.
UPDATE banks SET
    title = b.title, mission = b.mission, background = b.background, disposition = b.disposition,
    config = b.config, embedder = b.embedder, created_at = b.created_at, updated_at = b.updated_at
FROM jsonb_populate_record(NULL::banks, %(row)s::jsonb) AS b
WHERE banks.id = %(bank)s::uuid;

-- name: put_rows
-- Write rows of a table, in their order.
INSERT INTO {table} (bank, {columns})
SELECT %(bank)s::uuid, {columns}
FROM ROWS FROM (jsonb_populate_recordset(NULL::{table}, %(rows)s::jsonb)) WITH ORDINALITY AS r
ORDER BY ordinality;

-- name: put_memories
-- What the searches look at; vectors come apart from the rest, in the same order.
INSERT INTO memories (
    bank, id, network, state, mentioned_at, known_at, occurred_start, occurred_end, tags,
    state_key, valid_until, superseded_by, expires_at, embedding
)
SELECT %(bank)s::uuid, r.id, r.network, r.state, r.mentioned_at, r.known_at, r.occurred_start,
    r.occurred_end, r.tags, r.state_key, r.valid_until, r.superseded_by,
    r.expires_at, r.embedding
FROM ROWS FROM (
    jsonb_to_recordset(%(rows)s::jsonb) AS (
        id uuid, network network, state memory_state, mentioned_at timestamptz,
        known_at timestamptz, occurred_start timestamptz, occurred_end timestamptz, tags text[],
        state_key text, valid_until timestamptz, superseded_by uuid,
        expires_at timestamptz
    ),
    unnest(%(vectors)b::halfvec[])
) AS r (
    id, network, state, mentioned_at, known_at, occurred_start, occurred_end, tags, state_key,
    valid_until, superseded_by, expires_at, embedding
);

-- name: count_all_terms
-- In how many memories of the bank each term stands.
INSERT INTO term_stats (bank, term, memories)
SELECT bank, term, count(*) FROM memory_terms CROSS JOIN unnest(terms) AS term
WHERE bank = %(bank)s::uuid GROUP BY bank, term ORDER BY term;

-- name: count_all_memories
-- How many memories and terms the bank holds.
UPDATE banks SET (memory_count, term_count) = (
    SELECT count(*), coalesce(sum(length), 0) FROM memory_terms WHERE bank = %(bank)s::uuid
)
WHERE id = %(bank)s::uuid;
