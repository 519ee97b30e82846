-- Who drove, how far a trip is settled and what of it cannot be trusted, so that kept sums answer for
-- them, too. They are told when a trip is stored: the next sync reads all trips again.
DROP TRIGGER trip_removed; -- without it all rows go at once
DELETE FROM trips;
CREATE TRIGGER trip_removed AFTER DELETE ON trips BEGIN
    INSERT INTO stale_days VALUES (OLD.source, ifnull(OLD.time_ms, 0) / 86400000)
        ON CONFLICT DO NOTHING;
END;
DELETE FROM daily_sums;
DELETE FROM stale_days;
DELETE FROM dimensions;
DELETE FROM passes;
DELETE FROM marks;
UPDATE sources SET runs = 0;

-- Rows of `dimensions` of the kind `driver`.
ALTER TABLE trips ADD COLUMN driver INTEGER;
-- 0 registered, 1 verified, 2 approved, 3 invoiced: the furthest one.
ALTER TABLE trips ADD COLUMN state INTEGER NOT NULL DEFAULT 0;
-- Bits of what is odd about the trip itself; what is odd about its places is told from `dimensions`.
ALTER TABLE trips ADD COLUMN problems INTEGER NOT NULL DEFAULT 0;
DROP INDEX trips_by_time;
CREATE INDEX trips_by_time ON trips
    (source, time_ms, id, project, mass_type, machine, load_location, dump_location, driver, state, problems);

ALTER TABLE daily_sums ADD COLUMN driver INTEGER;
ALTER TABLE daily_sums ADD COLUMN state INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily_sums ADD COLUMN problems INTEGER NOT NULL DEFAULT 0;

-- Where the first trip of a location says it is, for one that the look-ups do not have.
ALTER TABLE dimensions ADD COLUMN sent_latitude REAL;
ALTER TABLE dimensions ADD COLUMN sent_longitude REAL;

-- Pages stored so far.
ALTER TABLE passes ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;

-- The last sync that came to its end.
ALTER TABLE sources ADD COLUMN read_at_ms INTEGER;
ALTER TABLE sources ADD COLUMN report TEXT; -- JSON

-- What a person last asked to be read, until it is.
CREATE TABLE readings (
    source  INTEGER PRIMARY KEY REFERENCES sources (source),
    request TEXT NOT NULL, -- JSON
    failure TEXT           -- JSON; none where it was stopped, or the program ended
) STRICT;
