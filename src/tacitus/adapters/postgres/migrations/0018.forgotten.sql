-- What users had forgotten of a document, by a hash that does not tell it: read again, it stays away.

ALTER TABLE documents ADD COLUMN forgotten text[] NOT NULL DEFAULT '{}';
