-- What charts show of single trips is kept beside the sums of their day (decision 16), so that the index
-- by time need not have it. The sums are made anew; no trip is read again.
ALTER TABLE daily_sums ADD COLUMN measures BLOB; -- of each trip: core/src/trips/measures.rs
UPDATE sources SET zone = NULL;

DROP INDEX trips_by_time;
CREATE INDEX trips_by_time ON trips
    (source, time_ms, id, project, mass_type, machine, load_location, dump_location, driver, texts, state,
     problems, m3, tonnes, distance, cycle_hours);

-- The writer notes the days that it changes: with triggers SQLite copies every page that a trip changes.
DROP TRIGGER trip_added;
DROP TRIGGER trip_removed;
DROP TRIGGER trip_changed;
