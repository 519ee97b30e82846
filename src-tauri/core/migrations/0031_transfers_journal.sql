-- The queue keeps what it begins in `document_intents`, as everything does that changes documents.
-- Of a request that is open the row itself tells enough.
DROP TABLE transfer_intents;

-- The transfer whose document this one takes the place of, once that one is stored.
ALTER TABLE transfers ADD COLUMN follows INTEGER;

UPDATE transfers SET intent = NULL;
