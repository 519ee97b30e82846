-- Machines and equipment as last read, a row each: a change of one writes one.
CREATE TABLE fleet_machines (
    connection TEXT NOT NULL,
    machine    TEXT NOT NULL,
    -- JSON: the record as the service wrote it, unknown fields too
    record     TEXT NOT NULL,
    PRIMARY KEY (connection, machine)
) STRICT;

-- When all of them were read last, and whether the client may change any.
CREATE TABLE fleet_reads (
    connection TEXT PRIMARY KEY,
    read_at    TEXT NOT NULL,
    read_only  INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Since when check-in is blocked, as far as this computer knows: the service does not tell.
CREATE TABLE fleet_blocks (
    connection TEXT NOT NULL,
    machine    TEXT NOT NULL,
    since      TEXT NOT NULL,
    known      TEXT NOT NULL CHECK (known IN ('byUs', 'seen', 'before')),
    PRIMARY KEY (connection, machine)
) STRICT;

-- Messages that were given with a block, to be offered again.
CREATE TABLE fleet_messages (
    connection TEXT NOT NULL,
    message    TEXT NOT NULL,
    used_at    TEXT NOT NULL,
    PRIMARY KEY (connection, message)
) STRICT;

-- Changes that a person made and did not save yet, a row a cell.
CREATE TABLE fleet_edits (
    connection TEXT NOT NULL,
    machine    TEXT NOT NULL,
    field      TEXT NOT NULL,
    -- JSON: the stored value that the person saw
    base       TEXT NOT NULL,
    -- JSON: the edit
    edit       TEXT NOT NULL,
    PRIMARY KEY (connection, machine, field)
) STRICT;

-- What was sent as one act, and what became of it: kept, so that it can be taken back.
CREATE TABLE fleet_batches (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    connection  TEXT NOT NULL,
    kind        TEXT NOT NULL,
    message     TEXT,
    begun_at    TEXT NOT NULL,
    finished_at TEXT,
    -- JSON: why it ended early
    stopped     TEXT,
    -- the batch that this one takes back
    reverts     INTEGER REFERENCES fleet_batches (id)
) STRICT;

CREATE INDEX fleet_batches_by_connection ON fleet_batches (connection, id);

CREATE TABLE fleet_batch_rows (
    batch   INTEGER NOT NULL REFERENCES fleet_batches (id),
    place   INTEGER NOT NULL,
    -- none where a machine that was to be created was not
    machine TEXT NOT NULL,
    number  TEXT NOT NULL,
    name    TEXT,
    outcome TEXT NOT NULL,
    -- JSON: each cell with its old and new value
    cells   TEXT NOT NULL,
    -- JSON: why not
    failure TEXT,
    PRIMARY KEY (batch, place)
) STRICT;

CREATE INDEX fleet_batch_rows_by_machine ON fleet_batch_rows (machine, batch);

-- Columns, widths and views of the grid, as the window writes them.
CREATE TABLE fleet_layout (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    layout TEXT NOT NULL
) STRICT;
