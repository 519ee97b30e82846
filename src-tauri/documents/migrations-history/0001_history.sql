-- Content that was replaced or removed; the bytes lie in files named by their hash.
CREATE TABLE versions (
    version     INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256      TEXT NOT NULL,
    bytes       INTEGER NOT NULL,
    connection  TEXT NOT NULL,
    project     TEXT NOT NULL,
    -- empty for the project itself
    work_order  TEXT NOT NULL DEFAULT '',
    -- the synced folder; NULL for what was done by hand
    mapping     TEXT,
    section     TEXT NOT NULL,
    name        TEXT NOT NULL,
    document    TEXT,
    side        TEXT NOT NULL CHECK (side IN ('remote', 'local')),
    reason      TEXT NOT NULL CHECK (reason IN ('replaced', 'deleted', 'twin', 'resolved', 'restored')),
    -- milliseconds since 1970: of the removal, and until that is confirmed of the keeping
    at          INTEGER NOT NULL,
    removed     INTEGER NOT NULL DEFAULT 0,
    -- where the count of the prunings stood at the first one since then; NULL before it
    since       INTEGER
) STRICT;

CREATE INDEX versions_by_document ON versions (connection, document) WHERE document IS NOT NULL;
CREATE INDEX versions_by_content ON versions (sha256);

-- The highest commit of each synced folder's state that is known to be durable: a state with a
-- smaller one is an old copy.
CREATE TABLE marks (
    mapping TEXT PRIMARY KEY,
    number  INTEGER NOT NULL
) STRICT;

-- Content that no version names, put aside instead of deleted.
CREATE TABLE set_aside (
    sha256 TEXT PRIMARY KEY,
    since  INTEGER NOT NULL
) STRICT;

-- One row, there once the versions were read from the blobs' records.
CREATE TABLE state (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    -- milliseconds that prunings saw pass
    counted INTEGER NOT NULL DEFAULT 0,
    -- when the last pruning was, in milliseconds since 1970
    pruned  INTEGER
) STRICT;

-- The numbers that people know projects by.
CREATE TABLE projects (
    id     TEXT PRIMARY KEY,
    number TEXT NOT NULL
) STRICT;
