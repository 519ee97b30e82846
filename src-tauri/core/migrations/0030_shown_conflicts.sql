-- The documents of each conflict as they were last shown: a decision is about those, no others.
CREATE TABLE folder_conflicts_shown (
    mapping TEXT NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
    -- the keys of section and name
    section TEXT NOT NULL,
    name    TEXT NOT NULL,
    -- JSON: the ids
    ids     TEXT NOT NULL,
    -- 1 when a person listed the conflicts, 0 when only a run reported it
    listed  INTEGER NOT NULL,
    PRIMARY KEY (mapping, section, name)
) STRICT, WITHOUT ROWID;
