-- Tags joined by and, or and not: `tacitus.domain.tags`. A group is JSON, as the wire writes it.

CREATE FUNCTION tags_match(held text[], asked text[], how text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE how
        WHEN 'any' THEN held = '{}' OR held && asked
        WHEN 'all' THEN held = '{}' OR held @> asked
        WHEN 'any_strict' THEN held && asked
        WHEN 'all_strict' THEN held @> asked
        ELSE held @> asked AND held <@ asked
    END
$$;

CREATE FUNCTION tags_satisfy(held text[], tag_group jsonb) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    part jsonb;
    asked text[];
BEGIN
    IF tag_group ? 'and' THEN
        FOR part IN SELECT jsonb_array_elements(tag_group -> 'and') LOOP
            IF NOT tags_satisfy(held, part) THEN
                RETURN false;
            END IF;
        END LOOP;
        RETURN true;
    ELSIF tag_group ? 'or' THEN
        FOR part IN SELECT jsonb_array_elements(tag_group -> 'or') LOOP
            IF tags_satisfy(held, part) THEN
                RETURN true;
            END IF;
        END LOOP;
        RETURN false;
    ELSIF tag_group ? 'not' THEN
        RETURN NOT tags_satisfy(held, tag_group -> 'not');
    END IF;
    asked := ARRAY (SELECT jsonb_array_elements_text(tag_group -> 'tags'));
    RETURN asked = '{}' AND tag_group ->> 'match' <> 'exact'
        OR tags_match(held, asked, tag_group ->> 'match');
END
$$;

-- As before; besides, where `tag_match` is 'group', `asked` holds one text: a group.
CREATE OR REPLACE FUNCTION admits(
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
$$;
