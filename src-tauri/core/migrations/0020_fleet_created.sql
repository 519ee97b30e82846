-- JSON: a machine as it was stored when a row created it, so that what others fill in later
-- can be told from that. Nothing for rows that created none and for those of earlier versions.
ALTER TABLE fleet_batch_rows ADD COLUMN record TEXT;
