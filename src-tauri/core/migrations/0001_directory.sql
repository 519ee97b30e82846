-- Lists of projects and work orders as last read, for an instant answer at start. A list is
-- one row: it is always read and written as a whole.

CREATE TABLE listings (
    -- the profile, with its address and client: another client sees other projects
    connection TEXT NOT NULL,
    -- 'projects', or 'workOrders:' and the project's id
    list       TEXT NOT NULL,
    read_at    TEXT NOT NULL,
    -- JSON array of the records as the service wrote them, unknown fields too
    records    TEXT NOT NULL,
    PRIMARY KEY (connection, list)
) STRICT;

-- Apart from the lists, so that reading them again forgets nothing.
CREATE TABLE projects_used (
    connection TEXT NOT NULL,
    project_id TEXT NOT NULL,
    used_at    TEXT NOT NULL,
    PRIMARY KEY (connection, project_id)
) STRICT;
