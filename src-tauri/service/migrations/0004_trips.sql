-- Haul trips: narrow rows that point at names kept once. Instants are milliseconds since
-- 1970, quantities and rates thousandths, coordinates millionths of a degree.

-- Whose trips, on whose projects: what decides who may see them. There are few.
CREATE TABLE trip_audiences (
    key             INTEGER PRIMARY KEY,
    owner_company   TEXT NOT NULL,
    project_company TEXT NOT NULL,
    UNIQUE (owner_company, project_company)
) STRICT;

CREATE TABLE trip_projects (
    key        INTEGER PRIMARY KEY,
    project_id TEXT NOT NULL UNIQUE REFERENCES projects (id)
) STRICT;

-- Tasks, machines and people as they were called when the trip was registered.
CREATE TABLE trip_tasks (
    key            INTEGER PRIMARY KEY,
    work_order_id  TEXT NOT NULL,
    name           TEXT NOT NULL,
    wbs_number     TEXT NOT NULL,
    external_dim01 TEXT NOT NULL,
    UNIQUE (work_order_id, name, wbs_number, external_dim01)
) STRICT;

CREATE TABLE trip_machines (
    key                 INTEGER PRIMARY KEY,
    machine_id          TEXT NOT NULL,
    name                TEXT NOT NULL,
    number              TEXT NOT NULL,
    registration_number TEXT NOT NULL, -- empty: none
    UNIQUE (machine_id, name, number, registration_number)
) STRICT;

CREATE TABLE trip_people (
    key          INTEGER PRIMARY KEY,
    person_id    TEXT NOT NULL,
    name         TEXT NOT NULL,
    company_id   TEXT NOT NULL,
    company_name TEXT NOT NULL,
    UNIQUE (person_id, name, company_id, company_name)
) STRICT;

CREATE TABLE trip_locations (
    key         INTEGER PRIMARY KEY,
    location_id TEXT NOT NULL UNIQUE,
    project     INTEGER NOT NULL REFERENCES trip_projects (key),
    name        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    latitude    INTEGER NOT NULL,
    longitude   INTEGER NOT NULL,
    modified_at INTEGER NOT NULL
) STRICT;

CREATE TABLE trip_mass_types (
    key          INTEGER PRIMARY KEY,
    mass_type_id TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL,
    unit         TEXT NOT NULL,
    density      INTEGER NOT NULL, -- thousandths of a tonne a cubic metre
    modified_at  INTEGER NOT NULL
) STRICT;

-- No foreign keys here: one statement writes names and rows together, and ten look-ups a
-- row would be half the time of a large load.
CREATE TABLE trips (
    seq                    INTEGER PRIMARY KEY, -- the order of equal times, never reused
    id                     BLOB NOT NULL UNIQUE,
    audience               INTEGER NOT NULL,
    project                INTEGER NOT NULL,
    task                   INTEGER,
    mass_type              INTEGER NOT NULL,
    load_location          INTEGER NOT NULL,
    dump_location          INTEGER NOT NULL,
    dumper                 INTEGER NOT NULL,
    dumper_driver          INTEGER,
    loader                 INTEGER,
    loader_driver          INTEGER,
    load_at                INTEGER NOT NULL,
    dump_at                INTEGER NOT NULL,
    modified_at            INTEGER NOT NULL,
    deleted_at             INTEGER,
    quantity               INTEGER NOT NULL,
    quantity_m3            INTEGER,
    verified_quantity      INTEGER,
    registered_quantity    INTEGER,
    utilization            INTEGER,
    distance_m             INTEGER,
    distance_accumulated_m INTEGER,
    load_latitude          INTEGER,
    load_longitude         INTEGER,
    dump_latitude          INTEGER,
    dump_longitude         INTEGER,
    flags                  INTEGER NOT NULL, -- 1 verified, 2 approved, 4 invoiced, 8 trailer, 16 flow data
    receipt_number         TEXT,
    comment                TEXT
) STRICT;

-- Each ends in the row's key, so equal times have one order and a page begins with a seek.
CREATE INDEX trips_live_by_time ON trips (audience, dump_at) WHERE deleted_at IS NULL;
CREATE INDEX trips_by_change ON trips (audience, modified_at);
CREATE INDEX trips_live_by_project_and_time ON trips (project, audience, dump_at) WHERE deleted_at IS NULL;
CREATE INDEX trips_by_project_and_change ON trips (project, audience, modified_at);
-- The look-up stream of mass types asks whether one is used at all.
CREATE INDEX trips_by_mass_type ON trips (mass_type, audience, dump_at);
