-- What is remembered of each mapping. Everything of all mappings is in this one file.
CREATE TABLE mappings (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id     TEXT NOT NULL,
    -- 0 is the one in use; 1 the last one that was put aside
    lost   INTEGER NOT NULL DEFAULT 0,
    -- the number that its commits follow on
    begun  INTEGER NOT NULL,
    UNIQUE (id, lost)
) STRICT;

-- Everything up to one commit, sorted, in one piece: 100,000 files load in a moment.
CREATE TABLE trees (
    mapping INTEGER PRIMARY KEY REFERENCES mappings (number) ON DELETE CASCADE,
    -- the last commit that is in it
    through INTEGER NOT NULL,
    tree    BLOB NOT NULL
) STRICT;

-- The commits since, one row each, their changes as a JSON array.
CREATE TABLE journal (
    mapping  INTEGER NOT NULL REFERENCES mappings (number) ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    changes  TEXT NOT NULL,
    PRIMARY KEY (mapping, number)
) STRICT;
