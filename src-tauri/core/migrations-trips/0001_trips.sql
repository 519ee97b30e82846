-- Haul trips, kept in blocks of up to 4096 rows that are written once (decision 9).
-- All of it can be read from the service again.

-- A connection that trips were read for.
CREATE TABLE sources (
    source     INTEGER PRIMARY KEY,
    connection TEXT NOT NULL UNIQUE,
    runs       INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Texts that repeat, once each. An id is never given again: readers keep them in memory.
CREATE TABLE words (
    word INTEGER PRIMARY KEY AUTOINCREMENT,
    text TEXT NOT NULL
) STRICT;

-- What summaries group by: a project (id, number, name), a mass type (id, -, name), a machine
-- (id, number, name), a location (id, -, name). Parts are words, 0 for none.
CREATE TABLE dimensions (
    dimension INTEGER PRIMARY KEY AUTOINCREMENT,
    kind      INTEGER NOT NULL,
    id        INTEGER NOT NULL,
    number    INTEGER NOT NULL,
    name      INTEGER NOT NULL
) STRICT;

-- first_ms and last_ms bound the trip times of rows that have one; min_run is the oldest run
-- that brought one of the rows; dead has a bit for each row that is gone.
CREATE TABLE blocks (
    block    INTEGER PRIMARY KEY AUTOINCREMENT,
    source   INTEGER NOT NULL REFERENCES sources (source),
    rows     INTEGER NOT NULL,
    live     INTEGER NOT NULL,
    first_ms INTEGER NOT NULL,
    last_ms  INTEGER NOT NULL,
    min_run  INTEGER NOT NULL,
    dead     BLOB NOT NULL
) STRICT;
CREATE INDEX blocks_of_source ON blocks (source, block);

-- Keys of the trips' ids, 12 bytes each.
CREATE TABLE block_ids (block INTEGER PRIMARY KEY, ids BLOB NOT NULL) STRICT;
-- What summaries, filters and orders need, column after column.
CREATE TABLE block_facts (block INTEGER PRIMARY KEY, facts BLOB NOT NULL) STRICT;
-- Everything, row after row.
CREATE TABLE block_records (block INTEGER PRIMARY KEY, records BLOB NOT NULL) STRICT;

-- A sync that is under way or was broken off: how to go on.
CREATE TABLE passes (
    source     INTEGER NOT NULL REFERENCES sources (source),
    project    TEXT NOT NULL, -- the project filter, empty for none
    kind       TEXT NOT NULL, -- plain, window, since
    from_ms    INTEGER,
    to_ms      INTEGER,
    since_ms   INTEGER,       -- set for an incremental pass
    token      TEXT NOT NULL,
    first_run  INTEGER NOT NULL,
    started_ms INTEGER NOT NULL,
    highest_ms INTEGER,       -- highest modifiedDateTime seen in this pass
    PRIMARY KEY (source, project, kind)
) STRICT, WITHOUT ROWID;

-- Where the next incremental sync begins: the highest modifiedDateTime seen, less overlap_ms.
CREATE TABLE marks (
    source     INTEGER NOT NULL REFERENCES sources (source),
    project    TEXT NOT NULL,
    mark_ms    INTEGER NOT NULL,
    overlap_ms INTEGER NOT NULL,
    PRIMARY KEY (source, project)
) STRICT, WITHOUT ROWID;

-- Locations and mass types, as the service wrote them.
CREATE TABLE lookups (
    source INTEGER NOT NULL REFERENCES sources (source),
    kind   TEXT NOT NULL, -- location, massType
    id     TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (source, kind, id)
) STRICT, WITHOUT ROWID;
