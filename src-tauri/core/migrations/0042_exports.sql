-- What exports into workbooks wrote, a row each: an import of the file is compared with it.
CREATE TABLE exports (
    -- The workbook holds it, and nothing else of this
    id          TEXT PRIMARY KEY,
    connection  TEXT NOT NULL,
    resource    TEXT NOT NULL CHECK (resource IN ('machines', 'users')),
    exported_at TEXT NOT NULL,
    -- JSON of fields and values by record id, compressed
    body        BLOB NOT NULL
) STRICT;
CREATE INDEX exports_by_time ON exports (exported_at);
