-- Dedupe keys are the queue's own locks: nothing ever read them from here.

ALTER TABLE operations DROP COLUMN dedupe_key;
