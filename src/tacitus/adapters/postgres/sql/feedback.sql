-- name: add_feedback
-- Keep what was said of a recall.
INSERT INTO feedback (bank, id, question, helpful, asked_at, given_at)
VALUES (
    %(bank)s::uuid, %(id)s::uuid, %(question)s::text, %(helpful)s::boolean,
    %(asked_at)s::timestamptz, %(given_at)s::timestamptz
);

-- name: add_helped
-- Keep which memories helped, in order; gives back those that are there.
INSERT INTO helped (bank, feedback, memory, place)
SELECT %(bank)s::uuid, %(id)s::uuid, m.id, g.place
FROM unnest(%(memories)s::uuid[]) WITH ORDINALITY AS g (memory, place)
JOIN memories AS m ON m.bank = %(bank)s::uuid AND m.id = g.memory
RETURNING memory;

-- name: feedback_of
-- The feedback of a bank, oldest first; what named memories of which none is left, is left out.
SELECT f.id, f.question, f.asked_at, f.given_at, h.helped
FROM feedback AS f
CROSS JOIN LATERAL (
    SELECT ARRAY (
        SELECT memory FROM helped
        WHERE bank = f.bank AND feedback = f.id ORDER BY place
    ) AS helped
) AS h
WHERE f.bank = %(bank)s::uuid AND (NOT f.helpful OR cardinality(h.helped) > 0)
ORDER BY f.given_at, f.id;
