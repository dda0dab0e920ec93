-- Who said what in a document, by places in its text: the words are those of the text alone, and gone
-- where they are blotted out there. NULL of documents that came before this was kept. And what was
-- done to documents: ids and numbers, no words.

ALTER TABLE documents ADD COLUMN turns jsonb;

CREATE TABLE document_changes (
    bank uuid NOT NULL,
    document text COLLATE "C" NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY, -- the order in which they came
    at timestamptz NOT NULL,
    act text NOT NULL,
    memory uuid, -- which may be gone
    added integer NOT NULL,
    removed integer NOT NULL,
    PRIMARY KEY (bank, document, id),
    FOREIGN KEY (bank, document) REFERENCES documents ON DELETE CASCADE
);

DO $$ BEGIN PERFORM guard('document_changes'); END $$; -- a SELECT would be printed
