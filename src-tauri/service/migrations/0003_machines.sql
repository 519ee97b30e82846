-- Machine types and machines. Beside the keys that are searched lies each machine's record
-- as it is sent, so that a read is one look-up and no rendering. Both change together.

CREATE TABLE machine_types (
    company_id TEXT NOT NULL REFERENCES companies (id),
    type_id    TEXT NOT NULL,
    name       TEXT NOT NULL,
    PRIMARY KEY (company_id, type_id)
) STRICT;

CREATE TABLE machines (
    id             TEXT PRIMARY KEY,
    company_id     TEXT NOT NULL REFERENCES companies (id),
    machine_number TEXT NOT NULL,
    is_equipment   INTEGER NOT NULL,
    parent_id      TEXT REFERENCES machines (id),
    responsible_id TEXT,
    registrations  INTEGER NOT NULL DEFAULT 0, -- time and trip registrations that name it
    revision       INTEGER NOT NULL DEFAULT 1, -- counts the writes
    modified_at    INTEGER NOT NULL,
    record         TEXT NOT NULL, -- a JSON object
    UNIQUE (company_id, machine_number)
) STRICT;
CREATE INDEX machines_by_number ON machines (machine_number);
CREATE INDEX machines_by_parent ON machines (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX machines_by_responsible ON machines (responsible_id) WHERE responsible_id IS NOT NULL;
