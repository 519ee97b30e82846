-- When machines that were blocked as one act are released again, while the program runs.
CREATE TABLE fleet_releases (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    connection TEXT NOT NULL,
    -- the act that blocked them
    block      INTEGER NOT NULL REFERENCES fleet_batches (id),
    at         TEXT NOT NULL,
    -- JSON: why the last try came to nothing
    failure    TEXT,
    -- the act that released them; none while they wait
    batch      INTEGER REFERENCES fleet_batches (id),
    -- the program did not run at that time
    late       INTEGER NOT NULL DEFAULT 0,
    released   INTEGER NOT NULL DEFAULT 0,
    left_alone INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX fleet_releases_by_connection ON fleet_releases (connection, at);

-- The machines that wait, with the words that they were blocked with.
CREATE TABLE fleet_release_machines (
    release INTEGER NOT NULL REFERENCES fleet_releases (id) ON DELETE CASCADE,
    machine TEXT NOT NULL,
    number  TEXT NOT NULL,
    name    TEXT,
    message TEXT NOT NULL,
    PRIMARY KEY (release, machine)
) STRICT;
