-- When the first request of an act was made: of rows of an act without it, nothing was sent.
ALTER TABLE fleet_batches ADD COLUMN sending_at TEXT;

-- Until when a block is meant, so that it holds for what is blocked later too.
ALTER TABLE fleet_batches ADD COLUMN until TEXT;

-- Acts of earlier versions: some of their rows may have been sent.
UPDATE fleet_batches SET sending_at = begun_at;
