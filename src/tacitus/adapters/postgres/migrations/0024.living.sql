-- Searches find nothing whose time is over: `tacitus.domain.filtering` and the picture likewise.

-- As in 0014, and nothing whose time is over.
CREATE OR REPLACE FUNCTION admits(
    m memories,
    networks network[],
    asked text[],
    tag_match text,
    occurred_from timestamptz,
    occurred_until timestamptz,
    as_of timestamptz,
    superseded boolean
) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
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
            WHEN 'group' THEN tags_satisfy(m.tags, asked[1]::jsonb)
            ELSE m.tags @> asked AND m.tags <@ asked
        END
    )
    AND (
        occurred_from IS NULL
        -- Half-open, but that an instant overlaps what contains it.
        OR (m.occurred_start < occurred_until OR m.occurred_start = occurred_from)
        AND (m.occurred_end > occurred_from OR m.occurred_start = occurred_from)
    )
    AND (m.expires_at IS NULL OR m.expires_at > now())
$$;
