-- The queue. A row is written before anything is done for it and after.
CREATE TABLE transfers (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    connection  TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('upload', 'replace', 'download', 'open')),
    name        TEXT NOT NULL,
    project     TEXT NOT NULL,
    work_order  TEXT NOT NULL DEFAULT '',
    place       TEXT NOT NULL,
    section     TEXT,
    path        BLOB NOT NULL,
    document    TEXT,
    size        INTEGER NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'working', 'checking', 'done', 'failed', 'needsYou', 'cancelled')),
    step        TEXT CHECK (step IN ('sending', 'sent', 'deleting', 'undoing')),
    intent      INTEGER,
    sent_id     TEXT,
    sha256      TEXT,
    saved_path  BLOB,
    attempts    INTEGER NOT NULL DEFAULT 0,
    next_try_at TEXT,
    failure     TEXT,
    created_at  TEXT NOT NULL,
    finished_at TEXT
) STRICT;

CREATE INDEX transfers_by_connection ON transfers (connection, state);

-- One upload request that was begun: the ids that were on the page before it tell what is
-- ours from what was there, should its answer be lost.
CREATE TABLE transfer_intents (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    known TEXT NOT NULL,
    at    TEXT NOT NULL
) STRICT;

CREATE TABLE transfer_settings (
    connection   TEXT PRIMARY KEY,
    paused       INTEGER NOT NULL DEFAULT 0,
    last_sent_at TEXT
) STRICT;
