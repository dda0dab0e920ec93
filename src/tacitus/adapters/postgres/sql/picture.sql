-- name: news
-- A bank and its revision, with the memories that changed after a known one (NULL: with none); nothing
-- where the bank is gone. The journal goes back some 256 revisions.
SELECT
    b.*, coalesce(r.revision, 0) AS revision,
    ARRAY (
        SELECT DISTINCT u.id
        FROM changes AS c CROSS JOIN unnest(c.memories) AS u (id)
        WHERE c.bank = %(bank)s::uuid AND c.revision > %(known)s::bigint
    ) AS changed
FROM banks AS b LEFT JOIN revisions AS r ON r.bank = b.id
WHERE b.id = %(bank)s::uuid;

-- name: rows
-- Memories as their picture shows them, each kind of value as one string of bytes in network order:
-- those with some ids or (NULL) the next `limit` after an id, with all that hangs on them. Links that
-- lead to them from others come with ids only: who reads everything meets them at their other end.
WITH chosen AS MATERIALIZED (
    SELECT m.*, row_number() OVER (ORDER BY m.id)::integer - 1 AS place
    FROM memories AS m
    WHERE m.bank = %(bank)s::uuid
        AND (%(ids)s::uuid[] IS NULL OR m.id = ANY (%(ids)s::uuid[]))
        AND m.id > %(after)s::uuid
    ORDER BY m.id LIMIT %(limit)s::bigint
), lines AS (
    SELECT
        count(*)::integer AS count,
        string_agg(uuid_send(c.id), NULL ORDER BY c.place) AS ids,
        string_agg(halfvec_send(c.embedding), NULL ORDER BY c.place) AS vectors,
        string_agg(int4send(array_position(enum_range(NULL::network), c.network)), NULL ORDER BY c.place)
            AS networks,
        string_agg(int4send(array_position(enum_range(NULL::memory_state), c.state)), NULL ORDER BY c.place)
            AS states,
        string_agg(timestamptz_send(c.mentioned_at), NULL ORDER BY c.place) AS mentioned,
        string_agg(timestamptz_send(coalesce(c.occurred_start, 'infinity')), NULL ORDER BY c.place)
            AS starts,
        string_agg(timestamptz_send(coalesce(c.occurred_end, 'infinity')), NULL ORDER BY c.place) AS ends,
        string_agg(timestamptz_send(coalesce(c.valid_until, 'infinity')), NULL ORDER BY c.place) AS until,
        string_agg(timestamptz_send(coalesce(c.expires_at, 'infinity')), NULL ORDER BY c.place) AS expires,
        string_agg(uuid_send(coalesce(
            c.superseded_by, '00000000-0000-0000-0000-000000000000'
        )), NULL ORDER BY c.place) AS successors,
        string_agg(int4send(t.tokens), NULL ORDER BY c.place) AS tokens,
        array_agg(t.text ORDER BY c.place) AS texts,
        array_agg(t.speaker ORDER BY c.place) AS speakers,
        array_agg(t.dating ORDER BY c.place) AS datings,
        string_agg(int4send(w.length), NULL ORDER BY c.place) AS lengths,
        string_agg(int4send(cardinality(w.terms)), NULL ORDER BY c.place) AS holding,
        string_agg(array_send(w.terms), NULL ORDER BY c.place) AS terms
    FROM chosen AS c
    CROSS JOIN LATERAL (
        SELECT tokens, text, speaker, dating FROM memory_texts
        WHERE bank = %(bank)s::uuid AND memory = c.id OFFSET 0
    ) AS t
    CROSS JOIN LATERAL (
        SELECT length, terms FROM memory_terms
        WHERE bank = %(bank)s::uuid AND memory = c.id OFFSET 0
    ) AS w
), repeated AS (
    SELECT
        string_agg(int4send(c.place), NULL) AS places, string_agg(int4send(o.term), NULL) AS terms,
        string_agg(int4send(o.count), NULL) AS counts
    FROM chosen AS c
    CROSS JOIN LATERAL (
        SELECT twice, often, often_counts FROM memory_terms
        WHERE bank = %(bank)s::uuid AND memory = c.id OFFSET 0
    ) AS w
    CROSS JOIN LATERAL (
        SELECT term, count FROM unnest(w.often, w.often_counts) AS o (term, count)
        UNION ALL
        SELECT split_part(e, ':', 1)::integer - 1, 2
        FROM unnest(string_to_array(split_part(trim(leading '{' FROM w.twice::text), '}', 1), ',')) AS e
        WHERE w.twice IS NOT NULL
    ) AS o
), tagging AS (
    SELECT string_agg(int4send(c.place), NULL) AS places, array_agg(u.tag) AS tags
    FROM chosen AS c CROSS JOIN LATERAL (SELECT DISTINCT tag FROM unnest(c.tags) AS t (tag)) AS u
), reading AS (
    SELECT
        string_agg(int4send(c.place), NULL ORDER BY s.id) AS places,
        array_agg(s.document ORDER BY s.id) AS documents,
        string_agg(int4send(s.starts), NULL ORDER BY s.id) AS offsets
    FROM chosen AS c CROSS JOIN LATERAL (
        SELECT id, document, starts FROM sources
        WHERE bank = %(bank)s::uuid AND memory = c.id OFFSET 0
    ) AS s
), naming AS (
    SELECT
        string_agg(int4send(c.place), NULL) AS places, string_agg(uuid_send(n.entity), NULL) AS entities
    FROM chosen AS c CROSS JOIN LATERAL (
        SELECT entity FROM mentions WHERE bank = %(bank)s::uuid AND memory = c.id OFFSET 0
    ) AS n
), telling AS (
    SELECT
        string_agg(l.line, NULL ORDER BY l.place) AS told,
        string_agg(int4send(length(l.line)), NULL ORDER BY l.place) AS telling
    FROM (
        -- What is long is read where it lies: texts, contexts, metadata and sources may have megabytes.
        SELECT c.place, CASE WHEN octet_length(t.text) + octet_length(t.context)
            + octet_length(t.metadata::text) + 100 * t.proof_count > %(longest)s::integer THEN ''::bytea
        ELSE convert_to(json_build_array(
            c.network, c.state, c.mentioned_at, c.known_at, c.occurred_start, c.occurred_end,
            c.valid_until, c.superseded_by, c.expires_at, c.tags, t.text, t.speaker, t.context,
            t.metadata, t.dating, t.tokens, t.confidence, t.state_reason, t.proof_count,
            coalesce(a.count, 0), a.at,
            ARRAY (
                SELECT e.name FROM mentions AS n CROSS JOIN LATERAL (
                    SELECT name FROM entities WHERE bank = %(bank)s::uuid AND id = n.entity OFFSET 0
                ) AS e
                WHERE n.bank = %(bank)s::uuid AND n.memory = c.id ORDER BY e.name COLLATE "C"
            ),
            (
                SELECT json_agg(
                    json_build_array(
                        s.document, s.chunk, s.starts, s.ends, s.speaker, s.mentioned_at
                    ) ORDER BY s.id
                )
                FROM sources AS s WHERE s.bank = %(bank)s::uuid AND s.memory = c.id
            )
        )::text, 'UTF8') END AS line
        FROM chosen AS c
        CROSS JOIN LATERAL (
            SELECT * FROM memory_texts WHERE bank = %(bank)s::uuid AND memory = c.id OFFSET 0
        ) AS t
        LEFT JOIN LATERAL (
            SELECT count, at FROM accesses WHERE bank = %(bank)s::uuid AND memory = c.id OFFSET 0
        ) AS a ON true
    ) AS l
), linking AS (
    SELECT
        string_agg(int4send(l.place), NULL) AS places, string_agg(uuid_send(l.other), NULL) AS others,
        string_agg(int4send(array_position(enum_range(NULL::link_type), l.type)), NULL) AS kinds,
        string_agg(float8send(l.weight), NULL) AS weights
    FROM (
        SELECT c.place, o.target AS other, o.type, o.weight
        FROM chosen AS c CROSS JOIN LATERAL (
            SELECT target, type, weight FROM links
            WHERE bank = %(bank)s::uuid AND source = c.id OFFSET 0
        ) AS o
        UNION ALL
        SELECT c.place, o.source, o.type, o.weight
        FROM chosen AS c CROSS JOIN LATERAL (
            SELECT source, type, weight FROM links
            WHERE bank = %(bank)s::uuid AND target = c.id OFFSET 0
        ) AS o
        WHERE %(ids)s::uuid[] IS NOT NULL AND o.source <> ALL (%(ids)s::uuid[])
    ) AS l
)
SELECT
    lines.*,
    repeated.places AS repeated_places, repeated.terms AS repeated_terms,
    repeated.counts AS repeated_counts,
    tagging.places AS tag_places, tagging.tags,
    reading.places AS source_places, reading.documents, reading.offsets,
    naming.places AS mention_places, naming.entities,
    telling.told, telling.telling,
    linking.places AS link_places, linking.others, linking.kinds, linking.weights
FROM lines, repeated, tagging, reading, naming, telling, linking;
