-- Folders that are kept in step with a page.
CREATE TABLE folders (
    id         TEXT PRIMARY KEY,
    -- absolute; names need not be text
    folder     BLOB NOT NULL,
    profile    TEXT NOT NULL,
    connection TEXT NOT NULL,
    -- JSON: ids, the words people know them by, the default page's name
    place      TEXT NOT NULL,
    -- JSON: one section, or one a subfolder
    sections   TEXT NOT NULL,
    deletes    TEXT NOT NULL CHECK (deletes IN ('ask', 'keep', 'propagate')),
    -- NULL, 'goOn', or the moment until which it does nothing
    paused     TEXT,
    added      TEXT NOT NULL
) STRICT;

-- What holds for all of them, one row.
CREATE TABLE folders_settings (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    paused TEXT,
    -- JSON: how fast at which time of the day
    speed  TEXT,
    -- JSON: a person's own ignore rules, in gitignore syntax
    rules  TEXT
) STRICT;

-- What another process asks of the one that holds the data folder, and its answer.
CREATE TABLE folder_requests (
    id       TEXT PRIMARY KEY,
    -- JSON: what is asked
    ask      TEXT NOT NULL,
    -- who works on it; NULL while nobody does
    taken_by TEXT,
    -- JSON: the answer or the failure; NULL until it is done
    outcome  TEXT,
    asked_at TEXT NOT NULL
) STRICT;
