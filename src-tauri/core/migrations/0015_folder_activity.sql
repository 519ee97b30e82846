-- What was done in synced folders, when, on which computer and as whom. Lines are never
-- changed, and never removed while they are young.
CREATE TABLE folder_activity (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    at       TEXT NOT NULL,
    mapping  TEXT NOT NULL,
    user     TEXT NOT NULL,
    machine  TEXT NOT NULL,
    act      TEXT NOT NULL,
    section  TEXT NOT NULL,
    name     TEXT NOT NULL,
    document TEXT,
    bytes    INTEGER NOT NULL,
    detail   TEXT NOT NULL
) STRICT;

CREATE INDEX folder_activity_by_mapping ON folder_activity (mapping, id);

CREATE TRIGGER folder_activity_is_written_once BEFORE UPDATE ON folder_activity
BEGIN
    SELECT RAISE(ABORT, 'a line of the log is never changed');
END;

CREATE TRIGGER folder_activity_is_kept BEFORE DELETE ON folder_activity
WHEN julianday('now') - julianday(OLD.at) < 400
BEGIN
    SELECT RAISE(ABORT, 'a line of the log is kept for 400 days');
END;
