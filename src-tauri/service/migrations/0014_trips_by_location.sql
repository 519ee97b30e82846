-- The look-up stream of locations asks of each whether a trip loads or dumps there at all. Without these it walks
-- the trips of the project until one does, and all of them where none does. The last change is in the index, so
-- that an incremental window is answered without the rows.
CREATE INDEX trips_by_load_location ON trips (load_location, audience, dump_at, modified_at);
CREATE INDEX trips_by_dump_location ON trips (dump_location, audience, dump_at, modified_at);
