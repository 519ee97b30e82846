-- The history of synced folders: whose version it is, and the finer reasons. The check on the
-- reason cannot be widened in place, so the rows move.
CREATE TABLE history_wider (
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
    reason      TEXT NOT NULL CHECK (reason IN ('replaced', 'deleted', 'twin', 'resolved', 'restored')),
    at          TEXT NOT NULL,
    -- the synced folder; none for what was dropped by hand
    mapping     TEXT
) STRICT;

INSERT INTO history_wider (version, sha256, bytes, connection, project, work_order, section, name, document, source, reason, at)
    SELECT version, sha256, bytes, connection, project, work_order, section, name, document, source, reason, at FROM history;

-- A number that was given once is never given again, though its version is long gone.
DELETE FROM sqlite_sequence WHERE name = 'history_wider';
INSERT INTO sqlite_sequence (name, seq) SELECT 'history_wider', seq FROM sqlite_sequence WHERE name = 'history';

DROP TABLE history;
ALTER TABLE history_wider RENAME TO history;

CREATE INDEX history_by_document ON history (document);
CREATE INDEX history_by_content ON history (sha256);
CREATE INDEX history_by_mapping ON history (mapping, version) WHERE mapping IS NOT NULL;

-- The highest commit of each synced folder's state that is known to be durable: a state with a
-- smaller one is an old copy.
CREATE TABLE mirror_marks (
    mapping TEXT PRIMARY KEY,
    number  INTEGER NOT NULL
) STRICT;
