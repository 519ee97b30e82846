-- Machines and users as last read, a row each: a change of one writes one.
CREATE TABLE cached_records (
    connection TEXT NOT NULL,
    resource   TEXT NOT NULL CHECK (resource IN ('machines', 'users')),
    id         TEXT NOT NULL,
    -- JSON: the record as the service wrote it, unknown fields too
    record     TEXT NOT NULL,
    PRIMARY KEY (connection, resource, id)
) STRICT;

INSERT INTO cached_records SELECT connection, 'machines', machine, record FROM fleet_machines;
DROP TABLE fleet_machines;

-- When they were read last, when all of them were, and whether the client may change any.
CREATE TABLE cached_reads (
    connection TEXT NOT NULL,
    resource   TEXT NOT NULL CHECK (resource IN ('machines', 'users')),
    read_at    TEXT NOT NULL,
    whole_at   TEXT NOT NULL,
    read_only  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (connection, resource)
) STRICT;

INSERT INTO cached_reads SELECT connection, 'machines', read_at, read_at, read_only FROM fleet_reads;
DROP TABLE fleet_reads;

-- People were kept beside the machines; they are the users now.
DELETE FROM listings WHERE list = 'people';

-- Bulk changes are of machines or of users. The names of the tables and of the column `machine`, which
-- holds the id of either, stay: rows of a damaged database are carried over by these names.
ALTER TABLE fleet_batches ADD COLUMN resource TEXT NOT NULL DEFAULT 'machines';

-- Columns, widths and views of each grid, as the window writes them.
CREATE TABLE grid_layouts (
    resource TEXT PRIMARY KEY CHECK (resource IN ('machines', 'users')),
    layout   TEXT NOT NULL
) STRICT;

INSERT INTO grid_layouts SELECT 'machines', layout FROM fleet_layout;
DROP TABLE fleet_layout;
