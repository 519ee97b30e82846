-- Bytes of documents that no row of documents names. In an object store they are kept for a while, so
-- that a database that is put back from a backup finds them. In a folder those of removed documents
-- go right after the commit; a start finishes what was interrupted, and forgets these rows.

CREATE TABLE unnamed_objects (
    id    TEXT COLLATE "C" PRIMARY KEY,
    since BIGINT NOT NULL,
    why   TEXT COLLATE "C" NOT NULL CHECK (why IN ('removed', 'uncommitted', 'found'))
);
CREATE INDEX unnamed_objects_by_time ON unnamed_objects (since, id);

-- Null where nothing was hashed: in a folder, and before this migration.
ALTER TABLE documents ADD COLUMN sha256 BYTEA;
