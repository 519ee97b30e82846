-- What else the look-up streams tell; known after the next reading.
ALTER TABLE lookups ADD COLUMN location_type TEXT; -- load, dump, both
ALTER TABLE lookups ADD COLUMN unit_of_measure_text TEXT;
ALTER TABLE lookups ADD COLUMN density REAL; -- tonnes a cubic metre
