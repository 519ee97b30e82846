-- The bytes of documents in an object store. An object that no row of documents names is noted
-- here and kept for a while, so that a database that is put back from a backup finds its bytes.

CREATE TABLE unnamed_objects (
    id    TEXT PRIMARY KEY,
    since INTEGER NOT NULL,
    why   TEXT NOT NULL CHECK (why IN ('removed', 'uncommitted', 'found'))
) STRICT, WITHOUT ROWID;
CREATE INDEX unnamed_objects_by_time ON unnamed_objects (since, id);

-- Null where nothing was hashed: in a folder, and before this migration.
ALTER TABLE documents ADD COLUMN sha256 BLOB;
