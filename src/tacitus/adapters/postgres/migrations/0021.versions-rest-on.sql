-- What standing answers rested on when they said what they said before: it goes with any of that.
-- Where that is not known, it goes with the first memory that goes.

ALTER TABLE answer_versions ADD COLUMN rests_on text[];
