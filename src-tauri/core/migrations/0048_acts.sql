-- The act that a file was sent in, by the queue or from the history: it is undone as one.
ALTER TABLE transfers ADD COLUMN act TEXT;
ALTER TABLE sent_documents ADD COLUMN act TEXT;
CREATE INDEX sent_documents_by_act ON sent_documents (connection, act) WHERE act IS NOT NULL;

-- Files of synced folders that were restored, a row each until that is undone.
CREATE TABLE restored_files (
    act        TEXT NOT NULL,
    connection TEXT NOT NULL,
    -- what was restored, and what it took the place of
    version    INTEGER NOT NULL,
    covered    INTEGER NOT NULL,
    name       TEXT NOT NULL,
    at         TEXT NOT NULL,
    PRIMARY KEY (act, version)
) STRICT;

-- Acts that nothing takes back any more: they were, or they took another one back.
CREATE TABLE ended_acts (
    act TEXT PRIMARY KEY
) STRICT;
