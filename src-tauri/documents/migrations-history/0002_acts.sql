-- The decision or batch that removed it; NULL for what was kept before.
ALTER TABLE versions ADD COLUMN act TEXT;

-- The connections that versions were kept for: a version outlives the one it came by.
CREATE TABLE connections (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    service TEXT NOT NULL,
    -- the client, or the company's name where it is known; empty for a static token
    client  TEXT NOT NULL,
    company TEXT NOT NULL
) STRICT;
