-- A text is found by kept sums and in a small index (decision 16), and what charts show of single trips is
-- in the index by time. Which texts a trip shares with others is told when it is stored: the next sync
-- reads all trips again.
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

-- Rows of `dimensions` of the kind `texts`: their ids and names are lines.
ALTER TABLE trips ADD COLUMN texts INTEGER;
ALTER TABLE daily_sums ADD COLUMN texts INTEGER;

DROP INDEX trips_by_time;
CREATE INDEX trips_by_time ON trips
    (source, time_ms, id, project, mass_type, machine, load_location, dump_location, driver, texts, state,
     problems, m3, tonnes, distance, cycle_hours, utilizationRate, m3PerHour);
-- By time, as trips come: an index in the order of its texts would be written all over with each page.
CREATE INDEX trips_with_texts ON trips (source, time_ms, receiptNumber, comment)
    WHERE receiptNumber IS NOT NULL OR comment IS NOT NULL;
