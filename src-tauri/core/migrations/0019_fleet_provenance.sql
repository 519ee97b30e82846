-- Where fuel values come from, as a person said: the service has no field for it.
CREATE TABLE fleet_provenance (
    connection TEXT NOT NULL,
    machine    TEXT NOT NULL,
    provenance TEXT NOT NULL CHECK (provenance IN ('measured', 'maker', 'estimate')),
    -- JSON: rate, unit and fuel that it was said of; of others it says nothing
    about      TEXT NOT NULL,
    PRIMARY KEY (connection, machine)
) STRICT;
