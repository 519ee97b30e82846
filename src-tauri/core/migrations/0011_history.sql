-- Content that was replaced or removed; the bytes lie in files named by their hash.
CREATE TABLE history (
    version     INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256      TEXT NOT NULL,
    bytes       INTEGER NOT NULL,
    connection  TEXT NOT NULL,
    project     TEXT NOT NULL,
    work_order  TEXT NOT NULL DEFAULT '',
    section     TEXT NOT NULL,
    name        TEXT NOT NULL,
    document    TEXT,
    source      TEXT NOT NULL CHECK (source IN ('remote', 'local')),
    reason      TEXT NOT NULL CHECK (reason IN ('replaced', 'deleted')),
    at          TEXT NOT NULL
) STRICT;

CREATE INDEX history_by_document ON history (document);
CREATE INDEX history_by_content ON history (sha256);
