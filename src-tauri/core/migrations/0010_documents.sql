-- What was sent from this computer: the service tells an id and a name and nothing else.
CREATE TABLE sent_documents (
    id          TEXT NOT NULL,
    connection  TEXT NOT NULL,
    project     TEXT NOT NULL,
    work_order  TEXT NOT NULL DEFAULT '',
    section     TEXT NOT NULL,
    name        TEXT NOT NULL,
    size        INTEGER NOT NULL,
    sha256      TEXT,
    by_hand     INTEGER NOT NULL,
    sent_at     TEXT,
    verified_at TEXT,
    PRIMARY KEY (connection, id)
) STRICT;

-- The last listing of each page, for an instant start.
CREATE TABLE document_pages (
    connection     TEXT NOT NULL,
    project        TEXT NOT NULL,
    work_order     TEXT NOT NULL DEFAULT '',
    sections       TEXT NOT NULL,
    documents      INTEGER NOT NULL,
    previous_count INTEGER,
    read_at        TEXT NOT NULL,
    PRIMARY KEY (connection, project, work_order)
) STRICT;
