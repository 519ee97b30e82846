-- What `fieldctl docs` and the queue began with documents and did not end. `owner` is the
-- process that works on it; another takes over what a dead one left.
CREATE TABLE document_intents (
    owner      TEXT NOT NULL,
    number     INTEGER NOT NULL,
    connection TEXT NOT NULL,
    project    TEXT NOT NULL,
    work_order TEXT NOT NULL DEFAULT '',
    intent     TEXT NOT NULL,
    PRIMARY KEY (owner, number)
) STRICT;

CREATE INDEX document_intents_by_target ON document_intents (connection, project, work_order);

-- What was on the page before a process sent anything: it cannot be a lost upload of it.
CREATE TABLE document_journals (
    owner TEXT PRIMARY KEY,
    known TEXT NOT NULL
) STRICT;
