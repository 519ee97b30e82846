-- Haul trips in plain tables (decision 16). The blocks of decision 9 go: the next sync reads all
-- trips again. A connection without runs that has a row in `sources` was synced before that.
DROP TABLE block_ids;
DROP TABLE block_facts;
DROP TABLE block_records;
DROP TABLE blocks;
DROP TABLE dimensions;
DROP TABLE words;
DROP TABLE lookups;
DELETE FROM passes;
DELETE FROM marks;
UPDATE sources SET runs = 0;
-- The time zone of the days in `daily_sums`.
ALTER TABLE sources ADD COLUMN zone TEXT;

-- What trips are grouped by. Of a renamed project, mass type, machine or location there is a row
-- for each name that was sent.
CREATE TABLE dimensions (
    dimension INTEGER PRIMARY KEY,
    source    INTEGER NOT NULL REFERENCES sources (source),
    kind      TEXT NOT NULL, -- project, massType, machine, location
    id        TEXT,
    number    TEXT,
    sent_name TEXT,
    name      TEXT,          -- as sent, else as the look-ups have it
    latitude  REAL,          -- of a location, as the look-ups have it
    longitude REAL,
    sort_key  TEXT           -- number, else name, in small letters
) STRICT;
CREATE INDEX dimensions_of_source ON dimensions (source, kind);

-- Locations and mass types of the look-up streams.
CREATE TABLE lookups (
    source    INTEGER NOT NULL REFERENCES sources (source),
    kind      TEXT NOT NULL, -- location, massType
    id        TEXT NOT NULL,
    name      TEXT,
    latitude  REAL,
    longitude REAL,
    PRIMARY KEY (source, kind, id)
) STRICT, WITHOUT ROWID;

-- A trip a row; instants are milliseconds since 1970. Fields of the specification have its names;
-- the project, mass type, machine and locations are in `dimensions`.
CREATE TABLE trips (
    trip          INTEGER PRIMARY KEY,
    source        INTEGER NOT NULL REFERENCES sources (source),
    run           INTEGER NOT NULL, -- the run that brought it
    time_ms       INTEGER,          -- the dump, else the load
    m3            REAL,             -- tonnes and cubic metres are never added
    tonnes        REAL,
    cycle_hours   REAL,
    project       INTEGER,          -- rows of `dimensions`
    mass_type     INTEGER,
    machine       INTEGER,
    load_location INTEGER,
    dump_location INTEGER,
    id                       TEXT NOT NULL,
    projectCompanyName       TEXT,
    projectCompanyId         TEXT,
    projectExternalNumber    TEXT,
    taskId                   TEXT,
    taskName                 TEXT,
    taskWbsNumber            TEXT,
    taskExternalDim01        TEXT,
    quantity                 REAL,
    quantityM3               REAL,
    verifiedQuantity         REAL,
    registeredQuantity       REAL,
    unitOfMeasureText        TEXT,
    loadDateTime             INTEGER,
    dumpDateTime             INTEGER,
    totalCycleTimeHours      REAL,
    totalCycleTimeSeconds    INTEGER,
    m3PerHour                REAL,
    utilizationRate          REAL,
    distance                 REAL,
    distanceAccumulated      REAL,
    averageSpeedKmh          REAL,
    loadCoordinatesLatitude  REAL,
    loadCoordinatesLongitude REAL,
    dumpCoordinatesLatitude  REAL,
    dumpCoordinatesLongitude REAL,
    dumperRegistrationNumber TEXT,
    dumperDriverName         TEXT,
    dumperDriverId           TEXT,
    dumperDriverCompanyName  TEXT,
    loaderId                 TEXT,
    loaderName               TEXT,
    loaderNumber             TEXT,
    loaderDriverName         TEXT,
    verified                 INTEGER,
    approved                 INTEGER,
    invoiced                 INTEGER,
    receiptNumber            TEXT,
    customerName             TEXT,
    comment                  TEXT,
    trailer                  INTEGER,
    isFlowData               INTEGER,
    modifiedDateTime         INTEGER,
    isDeleted                INTEGER,
    deletedDateTime          INTEGER,
    other                    TEXT, -- JSON: fields that we do not know, values that a field cannot have
    UNIQUE (source, id)
) STRICT;
CREATE INDEX trips_by_time ON trips
    (source, time_ms, id, project, mass_type, machine, load_location, dump_location);
CREATE INDEX trips_with_other ON trips (source) WHERE other IS NOT NULL;

-- Trips as the service sends them, with the names and places that the look-ups add.
CREATE VIEW trip_records AS
SELECT t.trip, t.source, t.id, t.projectCompanyName, t.projectCompanyId,
    p.id AS projectId, p.name AS projectName, p.number AS projectNumber,
    t.projectExternalNumber, t.taskId, t.taskName, t.taskWbsNumber, t.taskExternalDim01,
    m.name AS massType, m.id AS massTypeId,
    t.quantity, t.quantityM3, t.verifiedQuantity, t.registeredQuantity, t.unitOfMeasureText,
    t.loadDateTime, t.dumpDateTime, t.totalCycleTimeHours, t.totalCycleTimeSeconds, t.m3PerHour,
    t.utilizationRate, t.distance, t.distanceAccumulated, t.averageSpeedKmh,
    a.name AS loadLocationName, b.name AS dumpLocationName,
    a.id AS loadLocationId, b.id AS dumpLocationId,
    ifnull(t.loadCoordinatesLatitude, a.latitude) AS loadCoordinatesLatitude,
    ifnull(t.loadCoordinatesLongitude, a.longitude) AS loadCoordinatesLongitude,
    ifnull(t.dumpCoordinatesLatitude, b.latitude) AS dumpCoordinatesLatitude,
    ifnull(t.dumpCoordinatesLongitude, b.longitude) AS dumpCoordinatesLongitude,
    d.id AS dumperId, d.name AS dumperName, d.number AS dumperNumber,
    t.dumperRegistrationNumber, t.dumperDriverName, t.dumperDriverId, t.dumperDriverCompanyName,
    t.loaderId, t.loaderName, t.loaderNumber, t.loaderDriverName, t.verified, t.approved,
    t.invoiced, t.receiptNumber, t.customerName, t.comment, t.trailer, t.isFlowData,
    t.modifiedDateTime, t.isDeleted, t.deletedDateTime, t.other
FROM trips t
LEFT JOIN dimensions p ON p.dimension = t.project
LEFT JOIN dimensions m ON m.dimension = t.mass_type
LEFT JOIN dimensions d ON d.dimension = t.machine
LEFT JOIN dimensions a ON a.dimension = t.load_location
LEFT JOIN dimensions b ON b.dimension = t.dump_location;

-- Sums of the trips of a day in the zone of `sources`, counted from 1970; no day for trips
-- without a time.
CREATE TABLE daily_sums (
    source        INTEGER NOT NULL REFERENCES sources (source),
    day           INTEGER,
    project       INTEGER,          -- rows of `dimensions`
    mass_type     INTEGER,
    machine       INTEGER,
    load_location INTEGER,
    dump_location INTEGER,
    trips         INTEGER NOT NULL,
    m3            REAL NOT NULL,
    m3_trips      INTEGER NOT NULL,
    tonnes        REAL NOT NULL,
    tonnes_trips  INTEGER NOT NULL,
    distance      REAL NOT NULL,
    cycle_hours   REAL NOT NULL
) STRICT;
CREATE INDEX daily_sums_of_day ON daily_sums (source, day);

-- Days in UTC, counted from 1970, whose trips changed after `daily_sums` was last brought up to
-- date. Trips without a time count as of the first.
CREATE TABLE stale_days (
    source INTEGER NOT NULL REFERENCES sources (source),
    day    INTEGER NOT NULL,
    PRIMARY KEY (source, day)
) STRICT, WITHOUT ROWID;
-- OR IGNORE would not do here: in a trigger the conflict clause of the outer statement counts.
CREATE TRIGGER trip_added AFTER INSERT ON trips BEGIN
    INSERT INTO stale_days VALUES (NEW.source, ifnull(NEW.time_ms, 0) / 86400000)
        ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER trip_removed AFTER DELETE ON trips BEGIN
    INSERT INTO stale_days VALUES (OLD.source, ifnull(OLD.time_ms, 0) / 86400000)
        ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER trip_changed AFTER UPDATE ON trips BEGIN
    INSERT INTO stale_days VALUES
        (OLD.source, ifnull(OLD.time_ms, 0) / 86400000),
        (NEW.source, ifnull(NEW.time_ms, 0) / 86400000)
        ON CONFLICT DO NOTHING;
END;
